import type { SettingsResponse } from "@karst/client";

/** The settings that the texts of a standing page may name. */
type FillableSettings = Pick<SettingsResponse, "brand" | "regionName" | "contactEmail">;

/** Replaces `{brand}`, `{region}` and `{email}` in all texts of a page, at any depth. */
export function fillPlaceholders<Page>(
  page: Page,
  { brand, regionName, contactEmail }: FillableSettings,
): Page {
  const values: Record<string, string> = { brand, region: regionName, email: contactEmail };
  const fill = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replace(/\{(brand|region|email)\}/g, (_, name) => values[name] ?? "");
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
    return value;
  };
  return fill(page) as Page;
}
