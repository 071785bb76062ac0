import type { ReactNode } from "react";
import Link from "next/link";
import { BadgeCheck, MapPin, Navigation } from "lucide-react";
import type { PlaceResponse } from "@karst/client";
import { targetName } from "@karst/client/brands";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { EnquiryForm } from "@/enquiries/EnquiryForm";
import type { Entry } from "@/guestbook/entry";
import { Experiences } from "@/guestbook/Experiences";
import { directionsHref, mapsHref, websiteHref } from "@/lib/links";
import { explorePath } from "@/lib/paths";
import { LikeButton } from "@/likes/LikeButton";
import { LocationMapFrame } from "@/map/LocationMapFrame";
import { placeTexts } from "@/texts/place";
import button from "@/ui/button.module.css";
import { OutLink } from "@/ui/ExternalLink";
import { Booking } from "./Booking";
import { locationClaimOf } from "./location";
import styles from "./PlaceDetail.module.css";
import { Photos } from "./Photos";
import { PhoneNumbers } from "./PhoneNumbers";
import { PlaceFacts } from "./PlaceFacts";
import { photographs, pictureSources } from "./picture";
import { isApproximate } from "./summary";
import { WebsiteLink } from "./WebsiteLink";

type Props = {
  place: PlaceResponse;
  /** What travellers told of it last. */
  experiences: readonly Entry[];
  regionName: string;
  /** The region's: hours are told by its clocks. */
  timeZone: string;
  mapStyleUrl: string | null;
  /** Its heading: the page's first in a page, one below in a dialog. */
  heading: "h1" | "h2";
  /** The way out of a dialog. */
  close?: ReactNode;
};

/** All there is to see of a place: the same in the dialog and on the place's own page. */
export function PlaceDetail({ place, experiences, regionName, heading: Heading, close, ...region }: Props) {
  const { timeZone, mapStyleUrl } = region;
  const below = Heading === "h1" ? "h2" : "h3";
  const words = placeTexts;
  const website = websiteHref(place.website);
  const paragraphs = (place.description ?? "").split(/\n\s*\n/).filter((text) => text.trim());
  return (
    <article className={styles.place}>
      <Photos
        name={place.name}
        photos={photographs(place)}
        scene={pictureSources({ id: place.id, mainCategory: place.categories[0]?.slug })}
        about={place.pictures}
      />
      <div className={styles.body}>
        <header className={styles.head}>
          <div className={styles.title}>
            <Heading className={styles.name} dir="auto">
              {place.name}
            </Heading>
            <LikeButton place={{ id: place.id, name: place.name }} />
          </div>
          {place.localName && place.localName !== place.name && (
            <p className={styles.localName} lang="vi" dir="auto">
              {place.localName}
            </p>
          )}
          <ul className={styles.badges}>
            {place.categories.map((category) => (
              <li key={category.id}>
                <Link href={explorePath({ category: category.slug })} prefetch={false}>
                  <CategoryLabel category={category} />
                </Link>
              </li>
            ))}
            {place.isVerified && (
              <li className={styles.verified}>
                <BadgeCheck size={18} aria-hidden />
                {locationClaimOf(place, timeZone)}
              </li>
            )}
          </ul>
        </header>

        <div className={styles.text}>
          {paragraphs.length > 0 ? (
            paragraphs.map((text) => (
              <p key={text} dir="auto">
                {text}
              </p>
            ))
          ) : (
            <p>{words.about(place.name, place.categories[0]?.name, regionName)}</p>
          )}
        </div>

        <p className={styles.actions}>
          {website && (
            <WebsiteLink href={website} className={button.lantern} place={place.name}>
              {words.website}
            </WebsiteLink>
          )}
          <Booking place={place} />
        </p>
        {place.acceptsEnquiries && <EnquiryForm place={{ id: place.id, name: place.name }} />}

        <PlaceFacts place={place} timeZone={timeZone} heading={below} className={styles.section} />
        <LocationBlock place={place} heading={below} timeZone={timeZone} mapStyleUrl={mapStyleUrl} />

        <Experiences
          place={{ id: place.id, name: place.name }}
          entries={experiences}
          heading={below}
          className={styles.section}
        />

        {place.sources.length > 0 && (
          <details className={styles.sources}>
            <summary>{words.sources}</summary>
            <ul>
              {place.sources.map((source) => (
                <li key={source} dir="auto">
                  {source}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {close}
    </article>
  );
}

type LocationProps = {
  place: PlaceResponse;
  heading: "h2" | "h3";
  timeZone: string;
  mapStyleUrl: string | null;
};

/** Where it is, how sure that is, and how to get there. */
function LocationBlock({ place, heading: Heading, timeZone, mapStyleUrl }: LocationProps) {
  const words = placeTexts;
  const confidence = place.coordinateConfidence;
  const category = place.categories[0];
  return (
    <section aria-labelledby={`location-${place.id}`} className={styles.section}>
      <Heading id={`location-${place.id}`}>{words.location}</Heading>
      {(place.address || place.phone) && (
        <address className={styles.address}>
          {place.address && <span dir="auto">{place.address}</span>}
          {place.phone && (
            <span>
              <PhoneNumbers parts={place.phoneParts} />
            </span>
          )}
        </address>
      )}
      {(confidence === "approximate" || confidence === "village-level") && (
        <p className={styles.approximate}>
          <MapPin size={20} aria-hidden />
          <span>
            <strong>{locationClaimOf(place, timeZone)}.</strong> {words.approximateHint[confidence]}
          </span>
        </p>
      )}
      <p className={styles.actions}>
        <OutLink
          href={directionsHref(place)}
          className={button.primary}
          icon={<Navigation size={18} aria-hidden />}
        >
          {words.directions}
        </OutLink>
        <OutLink href={mapsHref(place)} className={button.secondary}>
          {words.viewOn(targetName(mapsHref(place), "Google Maps"))}
        </OutLink>
      </p>
      <LocationMapFrame
        latitude={place.latitude}
        longitude={place.longitude}
        name={place.name}
        color={category?.color ?? null}
        icon={category?.icon ?? null}
        note={isApproximate(place) ? locationClaimOf(place, timeZone) : null}
        styleUrl={mapStyleUrl}
      />
    </section>
  );
}
