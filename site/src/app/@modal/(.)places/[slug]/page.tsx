import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getExperiences, getPlace, getSettings } from "@/api/server";
import { toEntrySummary, RECENT_LIMIT } from "@/guestbook/entry";
import { placeMetadata } from "@/places/metadata";
import { PlaceDetail } from "@/places/PlaceDetail";
import { PlaceDialog } from "@/places/PlaceDialog";

type Props = { params: Promise<{ slug: string }> };

/** Rendered on first request, like the place's own page. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [place, region] = await Promise.all([getPlace((await params).slug), getSettings()]);
  return place ? placeMetadata(place, region) : notFound();
}

/** A place that was opened from another page: a dialog over that page. */
export default async function PlaceModal({ params }: Props) {
  const { slug } = await params;
  const [place, region] = await Promise.all([getPlace(slug), getSettings()]);
  if (!place) notFound();
  const recent = await getExperiences(place.id, RECENT_LIMIT);
  return (
    <PlaceDialog slug={slug} name={place.name}>
      <PlaceDetail
        place={place}
        experiences={recent.map(toEntrySummary)}
        regionName={region.regionName}
        timeZone={region.timeZone}
        mapStyleUrl={region.mapStyleUrl}
        heading="h2"
      />
    </PlaceDialog>
  );
}
