import type { ArticleResponse } from "@karst/client";
import { slugify } from "@karst/client/fold";
import { isImageUrl } from "@/lib/links";
import { illustrationPath } from "@/lib/paths";
import { kindOf, type SceneKind } from "@/illustrations/kinds";
import { findImageSource, type MediaImage, type ImageSource } from "@/ui/imageSource";

/** What stories are about beyond the categories of places, and the scene that shows it. */
const KIND_OF_TOPIC: Record<string, SceneKind> = {
  beach: "water",
  city: "services",
  culture: "stay",
  food: "food",
  history: "road",
  nature: "forest",
  river: "water",
};

/** So far from the places' seeds that no story wears the picture of a place with the same number. */
const FIRST_SEED = 40_000;

/**
 * What to try for an article's picture, in order: its own, then the scene of its first topic that has one, which
 * is the same each time.
 */
export function pictureSources({
  id,
  tags,
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "id" | "tags" | "mainImageUrl"> & {
  pictures?: readonly MediaImage[];
}): ImageSource[] {
  const scene = illustrationPath(sceneOf(tags), FIRST_SEED + id);
  return [...photographs({ mainImageUrl, pictures }), scene];
}

/** An article's own photograph, if it has one. */
export function photographs({
  mainImageUrl,
  pictures,
}: Pick<ArticleResponse, "mainImageUrl"> & { pictures?: readonly MediaImage[] }): ImageSource[] {
  return isImageUrl(mainImageUrl) ? [findImageSource(mainImageUrl.trim(), pictures)] : [];
}

function sceneOf(tags: readonly string[]): SceneKind {
  const kinds = tags
    .map(slugify)
    .map((tag) => (Object.hasOwn(KIND_OF_TOPIC, tag) && KIND_OF_TOPIC[tag]) || kindOf(tag));
  return kinds.find((kind) => kind !== "karst") ?? "karst";
}
