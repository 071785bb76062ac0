/** What the guide's makers are called in schema.org's words, on every page that names them. */
export function organizationId(origin: string): string {
  return new URL("/#organization", origin).href;
}
