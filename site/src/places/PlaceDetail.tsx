import type { ReactNode } from "react";
import Link from "next/link";
import { BadgeCheck, MapPin, Navigation } from "lucide-react";
import type { PlaceResponse } from "@karst/client";
import { targetName } from "@karst/client/brands";
import { claimPath } from "@/account/claimLink";
import { PlaceAlerts } from "@/alerts/PlaceAlerts";
import { CategoryLabel } from "@/categories/CategoryLabel";
import { EnquiryForm } from "@/enquiries/EnquiryForm";
import type { EntrySummary } from "@/guestbook/entry";
import { Experiences } from "@/guestbook/Experiences";
import { directionsHref, mapsHref, websiteHref } from "@/lib/links";
import { explorePath } from "@/lib/paths";
import { LikeButton } from "@/likes/LikeButton";
import { LocationMapFrame } from "@/map/LocationMapFrame";
import { t } from "@/messages/place.gen";
import { field } from "@/preview/field";
import { ReportProblem } from "@/reports/ReportProblem";
import button from "@/ui/button.module.css";
import { ExternalLink } from "@/ui/ExternalLink";
import { SourceList } from "@/ui/SourceList";
import { Booking } from "./Booking";
import { fallbackDescription } from "./fallbackDescription";
import { placeLocationLabel } from "./location";
import styles from "./PlaceDetail.module.css";
import { Photos } from "./Photos";
import { PhoneNumbers } from "./PhoneNumbers";
import { PlaceFacts } from "./PlaceFacts";
import { imageSources, photoSources } from "./images";
import { isApproximate } from "./summary";
import { WebsiteLink } from "./WebsiteLink";

type Props = {
  place: PlaceResponse;
  /** The latest guestbook entries about the place. R70 */
  experiences: readonly EntrySummary[];
  regionName: string;
  timeZone: string;
  mapStyleUrl: string | null;
  heading: "h1" | "h2";
  /** The close button of a dialog. */
  close?: ReactNode;
};

/** The content of a place's page and dialog. */
export function PlaceDetail({ place, experiences, regionName, heading: Heading, close, ...region }: Props) {
  const { timeZone, mapStyleUrl } = region;
  const subheading = Heading === "h1" ? "h2" : "h3";
  const website = websiteHref(place.website);
  const paragraphs = (place.description ?? "").split(/\n\s*\n/).filter((text) => text.trim());
  return (
    <article className={styles.place}>
      <Photos
        name={place.name}
        photos={photoSources(place)}
        scene={imageSources({ id: place.id, mainCategory: place.categories[0]?.slug })}
        details={place.pictures}
        {...field("imageUrl")}
      />
      <div className={styles.body}>
        <header className={styles.head}>
          <div className={styles.title}>
            <Heading className={styles.name} dir="auto" {...field("name")}>
              {place.name}
            </Heading>
            <LikeButton place={{ id: place.id, name: place.name }} />
          </div>
          {place.localName && place.localName !== place.name && (
            <p className={styles.localName} lang="vi" dir="auto" {...field("localName")}>
              {place.localName}
            </p>
          )}
          <ul className={styles.badges} {...field("categoryIds")}>
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
                {placeLocationLabel(place, timeZone)}
              </li>
            )}
          </ul>
        </header>

        <PlaceAlerts alerts={place.alerts} timeZone={timeZone} />

        <div className={styles.text} {...field("description")}>
          {paragraphs.length > 0 ? (
            paragraphs.map((text) => (
              <p key={text} dir="auto">
                {text}
              </p>
            ))
          ) : (
            <p>{fallbackDescription(place, regionName)}</p>
          )}
        </div>

        <p className={styles.actions} {...field("website")}>
          {website && (
            <WebsiteLink href={website} className={button.accent} place={place.name}>
              {t("website")}
            </WebsiteLink>
          )}
          <Booking place={place} />
        </p>
        {place.acceptsEnquiries && <EnquiryForm place={{ id: place.id, name: place.name }} />}

        <PlaceFacts place={place} timeZone={timeZone} heading={subheading} className={styles.section} />
        <LocationSection place={place} heading={subheading} timeZone={timeZone} mapStyleUrl={mapStyleUrl} />

        <Experiences
          place={{ id: place.id, name: place.name }}
          entries={experiences}
          heading={subheading}
          className={styles.section}
        />

        <ReportProblem place={{ id: place.id, version: place.version, name: place.name }} />
        <p className={styles.claim}>
          <Link href={claimPath(place.id)} prefetch={false}>
            {t("claim")}
          </Link>
        </p>

        {place.sources.length > 0 && (
          <details className={styles.sources} {...field("sources")}>
            <summary>{t("sources")}</summary>
            <SourceList sources={place.sources} />
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

const APPROXIMATE_HINTS = { approximate: "approximate", "village-level": "villageLevel" } as const;

// R68, R69
function LocationSection({ place, heading: Heading, timeZone, mapStyleUrl }: LocationProps) {
  const confidence = place.coordinateConfidence;
  const category = place.categories[0];
  return (
    <section aria-labelledby={`location-${place.id}`} className={styles.section}>
      <Heading id={`location-${place.id}`}>{t("location")}</Heading>
      {(place.address || place.phone) && (
        <address className={styles.address}>
          {place.address && (
            <span dir="auto" {...field("address")}>
              {place.address}
            </span>
          )}
          {place.phone && (
            <span {...field("phone")}>
              <PhoneNumbers parts={place.phoneParts} />
            </span>
          )}
        </address>
      )}
      {(confidence === "approximate" || confidence === "village-level") && (
        <p className={styles.approximate}>
          <MapPin size={20} aria-hidden />
          <span>
            {t.rich(APPROXIMATE_HINTS[confidence], {
              label: placeLocationLabel(place, timeZone) ?? "",
              strong: (text) => <strong key="label">{text}</strong>,
            })}
          </span>
        </p>
      )}
      <p className={styles.actions}>
        <ExternalLink
          href={directionsHref(place)}
          className={button.primary}
          icon={<Navigation size={18} aria-hidden />}
        >
          {t("directions")}
        </ExternalLink>
        <ExternalLink href={mapsHref(place)} className={button.secondary}>
          {t("viewOn", { target: targetName(mapsHref(place), "Google Maps") })}
        </ExternalLink>
      </p>
      <LocationMapFrame
        latitude={place.latitude}
        longitude={place.longitude}
        name={place.name}
        color={category?.color ?? null}
        icon={category?.icon ?? null}
        note={isApproximate(place) ? placeLocationLabel(place, timeZone) : null}
        styleUrl={mapStyleUrl}
      />
    </section>
  );
}
