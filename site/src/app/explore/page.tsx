import type { Metadata } from "next";
import { getCategories, getPlaceCount, getPlaces, getSettings } from "@/api/server";
import { CATEGORY_FIELDS } from "@/categories/find";
import { pick } from "@/lib/pick";
import { listJsonLd } from "@/places/jsonld";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { Explore } from "@/explore/Explore";
import { pageMetadata } from "@/layout/pageMetadata";
import { t } from "@/messages/explore.gen";
import { JsonLd } from "@/ui/JsonLd";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const { regionName } = region;
  const title = regionName ? t("headingIn", { region: regionName }) : t("heading");
  const description = regionName ? t("descriptionIn", { region: regionName }) : t("description");
  return { title, description, ...pageMetadata(region, { path: "/explore", title, description }) };
}

/**
 * Runs before the list is painted. If the URL has a filter, it hides the unfiltered list of the static HTML until the
 * filter is applied. The observer of the search parameters removes the attribute. Without scripts it is never set.
 */
const PRE_HYDRATION_FILTER_SCRIPT =
  'var q=new URLSearchParams(location.search);["category","tags","q","area","open","verified","goodIn","sort","view"].some(n=>q.has(n))&&(document.documentElement.dataset.narrowing="")';

/** The number of places in the structured data; the sitemap has all of them. */
const MAX_JSON_LD_PLACES = 20;

/** Explore. The HTML has the first thousand places; the browser applies the filters of the URL. */
export default async function ExplorePage() {
  const [region, places, total, allCategories] = await Promise.all([
    getSettings(),
    getPlaces(SUMMARY_FIELDS),
    getPlaceCount(),
    getCategories(),
  ]);
  return (
    <>
      <JsonLd about={[listJsonLd(places.slice(0, MAX_JSON_LD_PLACES), region.publicUrl)]} />
      <script dangerouslySetInnerHTML={{ __html: PRE_HYDRATION_FILTER_SCRIPT }} />
      <Explore
        initialPlaces={places.map(summarize)}
        total={total}
        categories={allCategories.map((category) => pick(category, CATEGORY_FIELDS))}
        regionName={region.regionName}
        timeZone={region.timeZone}
        map={{ ...region.map, styleUrl: region.mapStyleUrl }}
      />
    </>
  );
}
