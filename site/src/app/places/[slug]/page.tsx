import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getExperiences, getPlace, getSettings } from "@/api/server";
import { RECENT_LIMIT } from "@/guestbook/entry";
import { breadcrumbsJsonLd } from "@/lib/breadcrumbs";
import { placePath } from "@/lib/paths";
import { placeJsonLd } from "@/places/jsonld";
import { placeMetadata } from "@/places/metadata";
import { breadcrumbsOf, PlaceContent } from "@/places/PlaceContent";
import { JsonLd } from "@/ui/JsonLd";

type Props = { params: Promise<{ slug: string }> };

/** No place exists at build time; each page is rendered on first request. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [place, region] = await Promise.all([getPlace((await params).slug), getSettings()]);
  return place ? placeMetadata(place, region) : notFound();
}

/** A place at `/places/{slug}` (R201). */
export default async function PlacePage({ params }: Props) {
  const { slug } = await params;
  const [place, region] = await Promise.all([getPlace(slug), getSettings()]);
  if (!place) notFound();
  if (place.slug !== slug) permanentRedirect(placePath(place.slug));
  const recent = await getExperiences(place.id, RECENT_LIMIT);

  const current = { name: place.name, href: placePath(place.slug) };
  const context = {
    page: new URL(current.href, region.publicUrl).href,
    origin: region.publicUrl,
    region: region.regionLine,
    timeZone: region.timeZone,
    now: new Date(),
  };
  const breadcrumbs = breadcrumbsJsonLd([...breadcrumbsOf(place), current], region.publicUrl);
  return (
    <>
      <JsonLd about={[placeJsonLd(place, context), breadcrumbs]} />
      <PlaceContent place={place} region={region} recent={recent} />
    </>
  );
}
