"use client";

import { useInView } from "@/ui/useInView";
import { PlaceTiles } from "./RelatedPlaces";
import { articleTexts } from "@/texts/article";
import { useTiles } from "./useTiles";

/** The places that a story tells of, by the slugs that it names, in its order. */
export function StoryPlaces({ slugs }: { slugs: readonly string[] }) {
  const [edge, isNear] = useInView<HTMLDivElement>("400px");
  const places = useTiles(`slugs=${slugs.map(encodeURIComponent).join()}`, isNear && slugs.length > 0);
  // One that was renamed since has no place in the order any more: it comes last.
  const nth = (slug: string) => (slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length);
  const told = [...places].sort((a, b) => nth(a.slug) - nth(b.slug));
  return <div ref={edge}>{told.length > 0 && <PlaceTiles title={articleTexts.places} places={told} />}</div>;
}
