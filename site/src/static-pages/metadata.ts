import type { Metadata } from "next";
import { getSettings } from "@/api/server";
import type { SettingsResponse } from "@karst/client";
import { pageMetadata } from "@/layout/pageMetadata";

/** Title, description and social tags of a standing page. */
export async function standingPageMetadata(
  path: string,
  title: string | undefined,
  describe: (region: SettingsResponse) => string,
): Promise<Metadata> {
  const region = await getSettings();
  const description = describe(region);
  return { title, description, ...pageMetadata(region, { path, title: title ?? region.brand, description }) };
}
