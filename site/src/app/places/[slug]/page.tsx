import type { Metadata } from "next";
import Link from "next/link";
import { notFound, permanentRedirect } from "next/navigation";
import { getExperiences, getPlace, getSettings } from "@/api/server";
import { toEntrySummary, RECENT_LIMIT } from "@/guestbook/entry";
import { breadcrumbsJsonLd } from "@/lib/breadcrumbs";
import { explorePath, placePath } from "@/lib/paths";
import { t } from "@/messages/place.gen";
import { placeJsonLd } from "@/places/jsonld";
import { placeMetadata } from "@/places/metadata";
import { Nearby } from "@/places/Nearby";
import { PlaceDetail } from "@/places/PlaceDetail";
import { t as tNavigation } from "@/messages/navigation.gen";
import { JsonLd } from "@/ui/JsonLd";
import styles from "./page.module.css";

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

  const mainCategory = place.categories[0];
  const breadcrumbs = [
    { name: tNavigation("explore"), href: explorePath({}) },
    ...(mainCategory
      ? [{ name: mainCategory.name, href: explorePath({ category: mainCategory.slug }) }]
      : []),
  ];
  const current = { name: place.name, href: placePath(place.slug) };
  const context = {
    page: new URL(current.href, region.publicUrl).href,
    origin: region.publicUrl,
    region: region.regionLine,
  };
  return (
    <div className={styles.page}>
      <JsonLd
        about={[placeJsonLd(place, context), breadcrumbsJsonLd([...breadcrumbs, current], region.publicUrl)]}
      />
      <nav className={styles.breadcrumbs} aria-label={t("breadcrumbs")}>
        <ol>
          {breadcrumbs.map(({ name, href }) => (
            <li key={href}>
              <Link href={href} prefetch={false}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
          <li aria-current="page">
            <bdi>{place.name}</bdi>
          </li>
        </ol>
      </nav>
      <div className={styles.card}>
        <PlaceDetail
          place={place}
          experiences={recent.map(toEntrySummary)}
          regionName={region.regionName}
          timeZone={region.timeZone}
          mapStyleUrl={region.mapStyleUrl}
          heading="h1"
        />
      </div>
      <Nearby id={place.id} latitude={place.latitude} longitude={place.longitude} />
    </div>
  );
}
