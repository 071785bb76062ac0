"use client";

import { useInView } from "@/ui/useInView";
import { RelatedPlaces } from "./RelatedPlaces";
import { t } from "@/messages/article.gen";
import { useRelatedPlaces } from "./useRelatedPlaces";

/** The places that an article refers to, in its order. */
export function ArticlePlaces({ slugs }: { slugs: readonly string[] }) {
  const [container, isNear] = useInView<HTMLDivElement>("400px");
  const places = useRelatedPlaces(
    `slugs=${slugs.map(encodeURIComponent).join()}`,
    isNear && slugs.length > 0,
  );
  // A place that was renamed since has another slug and comes last.
  const orderOf = (slug: string) => (slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length);
  const sorted = [...places].sort((a, b) => orderOf(a.slug) - orderOf(b.slug));
  return (
    <div ref={container}>{sorted.length > 0 && <RelatedPlaces title={t("places")} places={sorted} />}</div>
  );
}
