import type { Metadata } from "next";
import { categories, placeCount, placesWith, settings } from "@/api/server";
import { listJsonLd } from "@/places/jsonld";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { Explore } from "@/explore/Explore";
import { social } from "@/layout/socialLinks";
import { exploreTexts } from "@/texts/explore";
import { JsonLd } from "@/ui/JsonLd";

export async function generateMetadata(): Promise<Metadata> {
  const region = await settings();
  const title = exploreTexts.heading(region.regionName);
  const description = exploreTexts.description(region.regionName);
  return { title, description, ...social(region, { path: "/explore", title, description }) };
}

/**
 * Runs before the list is painted: where the address narrows it, the whole list is not shown first, to shrink under the
 * reader's eyes. `AddressReader` takes the mark away again; without scripts it is never there.
 */
const MARK_NARROWING =
  'var q=new URLSearchParams(location.search);["category","tags","q","area","open","verified","sort","view"].some(n=>q.has(n))&&(document.documentElement.dataset.narrowing="")';

/** So many of the best places are told to search engines as a list; the sitemap has them all. */
const LISTED = 20;

/** Explore: the HTML holds every place (the best thousand); what the address narrows is narrowed in the browser. */
export default async function ExplorePage() {
  const [region, places, total, kinds] = await Promise.all([
    settings(),
    placesWith(SUMMARY_FIELDS),
    placeCount(),
    categories(),
  ]);
  return (
    <>
      <JsonLd about={[listJsonLd(places.slice(0, LISTED), region.publicUrl)]} />
      <script dangerouslySetInnerHTML={{ __html: MARK_NARROWING }} />
      <Explore
        initialPlaces={places.map(summarize)}
        total={total}
        categories={kinds.map(({ id, slug, name, color, icon, aliases, placeCount }) => ({
          id,
          slug,
          name,
          color,
          icon,
          aliases,
          placeCount,
        }))}
        regionName={region.regionName}
        timeZone={region.timeZone}
        map={{ ...region.map, styleUrl: region.mapStyleUrl }}
      />
    </>
  );
}
