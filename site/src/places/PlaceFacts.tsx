import type { ReactNode } from "react";
import { Clock, Eye, Landmark, MapPinned, Phone, Star, Wallet } from "lucide-react";
import type { PlaceResponse } from "@karst/client";
import { remarkSaid } from "@karst/client/opening/said";
import { isolateBidi } from "@/lib/bidi";
import { yearOf } from "@/lib/dates";
import { cardTexts } from "@/texts/card";
import { placeTexts } from "@/texts/place";
import { Hours } from "./Hours";
import { PhoneNumbers } from "./PhoneNumbers";
import styles from "./PlaceFacts.module.css";

const ICON = { size: 20, "aria-hidden": true } as const;

type Props = {
  place: PlaceResponse;
  /** The region's. */
  timeZone: string;
  heading: "h2" | "h3";
  className: string | undefined;
};

/** What is known of a place, as terms and their values. What is not known is not mentioned, nor is nothing at all. */
export function PlaceFacts({ place, timeZone, heading: Heading, className }: Props) {
  const words = placeTexts;
  const seenYear = lastSeenYear(place, timeZone);
  const facts: (Fact | null)[] = [
    place.rating !== null
      ? {
          icon: <Star {...ICON} />,
          term: cardTexts.rating,
          value: (
            <>
              {cardTexts.ratingOf(place.rating)}
              {place.reviewCount > 0 ? (
                <> ({words.reviews(place.reviewCount, place.ratingSource)})</>
              ) : (
                place.ratingSource && <> ({words.ratedAt(place.ratingSource)})</>
              )}
            </>
          ),
        }
      : null,
    textFact(<MapPinned {...ICON} />, words.address, place.address),
    place.phone
      ? {
          icon: <Phone {...ICON} />,
          term: words.phone,
          value: <PhoneNumbers parts={place.phoneParts} />,
        }
      : null,
    place.opening
      ? {
          icon: <Clock {...ICON} />,
          term: words.hours,
          value: <Hours opening={place.opening} timeZone={timeZone} said={place.hours} />,
        }
      : textFact(
          <Clock {...ICON} />,
          words.hours,
          place.hours ?? (place.operatingHours && remarkSaid(place.operatingHours)),
        ),
    textFact(<Wallet {...ICON} />, words.price, price(place, seenYear)),
    textFact(<Landmark {...ICON} />, words.commune, place.commune),
    textFact(<Eye {...ICON} />, words.lastSeen, seenYear),
  ];
  const known = facts.filter((fact) => fact !== null);
  if (known.length === 0) return null;
  return (
    <section aria-labelledby={`facts-${place.id}`} className={className}>
      <Heading id={`facts-${place.id}`}>{words.facts}</Heading>
      <dl className={styles.facts}>
        {known.map(({ icon, term, value }) => (
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

/** The year in which the facts were last seen; null if it is unknown or in the future, which older data may contain. */
function lastSeenYear({ lastSeenYear: year }: PlaceResponse, timeZone: string): number | null {
  return year !== null && year <= yearOf(new Date().toISOString(), timeZone) ? year : null;
}

/** A price carries the year in which it was seen, unless its text contains one. */
function price({ priceRange }: PlaceResponse, seenYear: number | null): string | null {
  if (!priceRange) return null;
  return seenYear === null || /\b20\d\d\b/.test(priceRange)
    ? priceRange
    : `${isolateBidi(priceRange)} (${placeTexts.asOf(seenYear)})`;
}
