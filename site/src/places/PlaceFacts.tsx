import type { ReactNode } from "react";
import { Clock, Eye, Landmark, MapPinned, Phone, Star, Wallet } from "lucide-react";
import type { PlaceResponse } from "@karst/client";
import { formatRemark } from "@karst/web/opening";
import { isolateBidi } from "@/lib/bidi";
import { yearOf } from "@/lib/dates";
import { t } from "@/messages/place.gen";
import { Hours } from "./Hours";
import { PhoneNumbers } from "./PhoneNumbers";
import styles from "./PlaceFacts.module.css";

const ICON = { size: 20, "aria-hidden": true } as const;

type Props = {
  place: PlaceResponse;
  timeZone: string;
  heading: "h2" | "h3";
  className: string | undefined;
};

/** A description list of the known facts about a place; nothing if there are none. */
export function PlaceFacts({ place, timeZone, heading: Heading, className }: Props) {
  const seenYear = lastSeenYear(place, timeZone);
  const facts: (Fact | null)[] = [
    place.rating !== null
      ? {
          icon: <Star {...ICON} />,
          term: t("facts.rating"),
          value: ratingText(place.rating, place),
        }
      : null,
    textFact(<MapPinned {...ICON} />, t("facts.address"), place.address),
    place.phone
      ? {
          icon: <Phone {...ICON} />,
          term: t("facts.phone"),
          value: <PhoneNumbers parts={place.phoneParts} />,
        }
      : null,
    place.opening
      ? {
          icon: <Clock {...ICON} />,
          term: t("facts.hours"),
          value: <Hours opening={place.opening} timeZone={timeZone} note={place.hours} />,
        }
      : textFact(
          <Clock {...ICON} />,
          t("facts.hours"),
          place.hours ?? (place.operatingHours && formatRemark(place.operatingHours)),
        ),
    textFact(<Wallet {...ICON} />, t("facts.price"), price(place, seenYear)),
    textFact(<Landmark {...ICON} />, t("facts.commune"), place.commune),
    textFact(<Eye {...ICON} />, t("facts.lastSeen"), seenYear),
  ];
  const knownFacts = facts.filter((fact) => fact !== null);
  if (knownFacts.length === 0) return null;
  return (
    <section aria-labelledby={`facts-${place.id}`} className={className}>
      <Heading id={`facts-${place.id}`}>{t("facts.title")}</Heading>
      <dl className={styles.facts}>
        {knownFacts.map(({ icon, term, value }) => (
          <div key={term}>
            <dt>
              {icon}
              {term}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Fact = { icon: ReactNode; term: string; value: ReactNode };

function textFact(icon: ReactNode, term: string, value: string | number | null): Fact | null {
  return value === null || value === "" ? null : { icon, term, value: <bdi>{value}</bdi> };
}

/** Ratings without a source are older than the field; they were read on Google. */
function ratingText(value: number, { reviewCount, ratingSource }: PlaceResponse): string {
  const rating = value.toFixed(1);
  if (reviewCount > 0) {
    return t("rating.withReviews", { rating, count: reviewCount, source: ratingSource ?? "google" });
  }
  return ratingSource
    ? t("rating.withSource", { rating, source: ratingSource })
    : t("rating.alone", { rating });
}

/** Null if the year is unknown or in the future, which older data may contain. */
function lastSeenYear({ lastSeenYear: year }: PlaceResponse, timeZone: string): number | null {
  return year !== null && year <= yearOf(new Date().toISOString(), timeZone) ? year : null;
}

/** A price carries the year in which it was seen, unless its text contains one. */
function price({ priceRange }: PlaceResponse, seenYear: number | null): string | null {
  if (!priceRange) return null;
  return seenYear === null || /\b20\d\d\b/.test(priceRange)
    ? priceRange
    : t("priceAsOf", { price: isolateBidi(priceRange), year: seenYear });
}
