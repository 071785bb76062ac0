import type { Metadata } from "next";
import type { SettingsResponse } from "@karst/client";
import { settings } from "@/api/server";
import { pageMetadata } from "@/layout/pageMetadata";

/** Title, description and social tags of a standing page. */
export async function standingPageMetadata(
  path: string,
  title: string | undefined,
  describe: (region: SettingsResponse) => string,
): Promise<Metadata> {
  const region = await settings();
  const description = describe(region);
  return { title, description, ...pageMetadata(region, { path, title: title ?? region.brand, description }) };
}
