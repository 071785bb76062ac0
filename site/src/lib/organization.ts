/** The schema.org id of the organization behind the guide, the same on every page. */
export function organizationId(origin: string): string {
  return new URL("/#organization", origin).href;
}
