import Link from "next/link";
import type { EntryResponse, PlaceResponse, SettingsResponse } from "@karst/client";
import { toEntrySummary } from "@/guestbook/entry";
import { explorePath } from "@/lib/paths";
import { t as tNavigation } from "@/messages/navigation.gen";
import { t } from "@/messages/place.gen";
import { Nearby } from "./Nearby";
import styles from "./PlaceContent.module.css";
import { PlaceDetail } from "./PlaceDetail";

type Props = {
  place: PlaceResponse;
  region: Pick<SettingsResponse, "regionName" | "timeZone" | "mapStyleUrl">;
  /** The latest guestbook entries about the place. */
  recent: EntryResponse[];
};

/** The page of a place: the way to it, its content, and the places nearby. */
export function PlaceContent({ place, region, recent }: Props) {
  return (
    <div className={styles.page}>
      <nav className={styles.breadcrumbs} aria-label={t("breadcrumbs")}>
        <ol>
          {breadcrumbsOf(place).map(({ name, href }) => (
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

/** The pages above the page of a place. */
export function breadcrumbsOf({ categories: [mainCategory] }: Pick<PlaceResponse, "categories">) {
  return [
    { name: tNavigation("explore"), href: explorePath({}) },
    ...(mainCategory
      ? [{ name: mainCategory.name, href: explorePath({ category: mainCategory.slug }) }]
      : []),
  ];
}
