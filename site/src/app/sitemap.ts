import type { MetadataRoute } from "next";
import { placesWith, settings } from "@/api/server";
import { placePath } from "@/kit/paths";

const FIELDS = ["slug", "updatedAt"] as const;

/** Every public page of the guide, for search engines. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ publicUrl }, places] = await Promise.all([settings(), placesWith(FIELDS)]);
  const at = (path: string) => new URL(path, publicUrl).href;
  return [
    { url: at("/"), priority: 1 },
    { url: at("/explore"), priority: 0.9 },
    ...places.map(({ slug, updatedAt }) => ({ url: at(placePath(slug)), lastModified: updatedAt })),
  ];
}
