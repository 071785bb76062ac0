import type { Metadata } from "next";
import { getSettings } from "@/api/server";
import { social } from "@/layout/socialLinks";

/** Title, description and social tags of a standing page. */
export async function standingMetadata(
  path: string,
  title: string | undefined,
  describe: (region: Awaited<ReturnType<typeof getSettings>>) => string,
): Promise<Metadata> {
  const region = await getSettings();
  const description = describe(region);
  return { title, description, ...social(region, { path, title: title ?? region.brand, description }) };
}
