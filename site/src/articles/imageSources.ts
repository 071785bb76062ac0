import type { ArticleResponse } from "@karst/client";
import { slugify } from "@karst/client/fold";
import { isImageUrl } from "@/lib/links";
import { illustrationPath } from "@/lib/paths";
import { kindOf, type SceneKind } from "@/illustrations/kinds";
import { findImageSource, type MediaImage, type ImageSource } from "@/ui/imageSource";

/** The scenes of topics that are not categories of places. */
const SCENE_BY_TOPIC: Record<string, SceneKind> = {
  beach: "water",
  city: "services",
  culture: "stay",
  food: "food",
  history: "road",
  nature: "forest",
  river: "water",
};

/** Keeps the seeds apart from those of places, so that no article has the illustration of a place with the same id. */
const SEED_OFFSET = 40_000;

/** The sources of an article's image in order: its own image, then the scene of its first tag that has one. */
export function articleImageSources({
  id,
  tags,
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "id" | "tags" | "mainImageUrl"> & {
  pictures?: readonly MediaImage[];
}): ImageSource[] {
  const scene = illustrationPath(sceneOf(tags), SEED_OFFSET + id);
  return [...ownImageSources({ mainImageUrl, pictures }), scene];
}

/** The article's own image, or an empty list. */
export function ownImageSources({
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "mainImageUrl"> & { pictures?: readonly MediaImage[] }): ImageSource[] {
  return isImageUrl(mainImageUrl) ? [findImageSource(mainImageUrl.trim(), pictures)] : [];
}

function sceneOf(tags: readonly string[]): SceneKind {
  const kinds = tags
    .map(slugify)
    .map((tag) => (Object.hasOwn(SCENE_BY_TOPIC, tag) && SCENE_BY_TOPIC[tag]) || kindOf(tag));
  return kinds.find((kind) => kind !== "karst") ?? "karst";
}
