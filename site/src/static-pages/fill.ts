import type { SettingsResponse } from "@karst/client";

/** The settings that a standing page's texts may name. */
type Words = Pick<SettingsResponse, "brand" | "regionName" | "contactEmail">;

/** The page with `{brand}`, `{region}` and `{email}` in its texts, however deep, replaced by the settings' words. */
export function fillPlaceholders<Page>(page: Page, { brand, regionName, contactEmail }: Words): Page {
  const words: Record<string, string> = { brand, region: regionName, email: contactEmail };
  const filled = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replace(/\{(brand|region|email)\}/g, (_, word) => words[word] ?? "");
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]));
    return value;
  };
  return filled(page) as Page;
}
