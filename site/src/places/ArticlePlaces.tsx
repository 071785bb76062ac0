"use client";

import { t } from "@/messages/article.gen";
import { RelatedPlaces } from "./RelatedPlaces";

/** The places that an article refers to, in its order. */
export function ArticlePlaces({ slugs }: { slugs: readonly string[] }) {
  // A place that was renamed since has another slug and comes last.
  const orderOf = (slug: string) => (slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length);
  return (
    <RelatedPlaces
      title={t("places")}
      query={slugs.length > 0 ? `slugs=${slugs.map(encodeURIComponent).join()}` : ""}
      arrange={(places) => places.toSorted((a, b) => orderOf(a.slug) - orderOf(b.slug))}
    />
  );
}
