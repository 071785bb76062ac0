import type { ReactNode } from "react";
import {
  CalendarRange,
  CircleCheck,
  Clock,
  Eye,
  Landmark,
  Mail,
  MapPinned,
  Phone,
  Star,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import type { FactGroup, PlaceResponse } from "@karst/client";
import { formatRemark } from "@karst/web/opening";
import { isolateBidi } from "@/lib/bidi";
import { yearOf } from "@/lib/dates";
import { t } from "@/messages/place.gen";
import { field } from "@/preview/field";
import { StillRight } from "@/reports/StillRight";
import { CheckLine, newestCheck } from "./CheckLine";
import { Hours } from "./Hours";
import { PhoneNumbers } from "./PhoneNumbers";
import { PriceList } from "./PriceList";
import { seasonTexts } from "./season";
import { isClosedByAlert } from "./summary";
import styles from "./PlaceFacts.module.css";

/** The fields whose facts travelers can confirm with one tap. */
const GROUPS = { phone: "contact", operatingHours: "hours", priceRange: "price", prices: "price" } as const;

type Props = {
  place: PlaceResponse;
  timeZone: string;
  heading: "h2" | "h3";
  className: string | undefined;
};

type Fact = [LucideIcon, field: string, term: string, value: ReactNode, check?: ReactNode];

/** A description list of the known facts about a place; nothing if there are none. */
export function PlaceFacts({ place, timeZone, heading: Heading, className }: Props) {
  const seenYear = lastSeenYear(place, timeZone);
  const hours = place.opening ? (
    <Hours opening={place.opening} timeZone={timeZone} note={place.hours} isClosed={isClosedByAlert(place)} />
  ) : (
    isolated(place.hours ?? (place.operatingHours && formatRemark(place.operatingHours)))
  );
  const line = (group: FactGroup) => {
    const check = newestCheck(place.checks, group);
    return check && <CheckLine check={check} timeZone={timeZone} />;
  };
  // Under the phone number, or what there is instead.
  const contact = place.phone ? "phone" : place.address ? "address" : "email";
  const facts: Fact[] = [
    [Star, "rating", t("facts.rating"), ratingText(place)],
    [
      MapPinned,
      "address",
      t("facts.address"),
      isolated(place.address),
      contact === "address" && line("contact"),
    ],
    [
      Phone,
      "phone",
      t("facts.phone"),
      place.phone && <PhoneNumbers parts={place.phoneParts} />,
      line("contact"),
    ],
    [Mail, "email", t("facts.contact"), contact === "email" && line("contact")],
    [Clock, "operatingHours", t("facts.hours"), hours, line("hours")],
    [CalendarRange, "goodMonths", t("facts.season"), season(place)],
    priceFact(place, timeZone, seenYear, line("price")),
    [Landmark, "commune", t("facts.commune"), isolated(place.commune)],
    [Eye, "lastSeenYear", t("facts.lastSeen"), isolated(seenYear)],
    [CircleCheck, "checks", t("facts.status"), line("status")],
  ];
  const knownFacts = facts.filter(([, , , value]) => value);
  if (knownFacts.length === 0) return null;
  return (
    <section aria-labelledby={`facts-${place.id}`} className={className}>
      <Heading id={`facts-${place.id}`}>{t("facts.title")}</Heading>
      <dl className={styles.facts}>
        {knownFacts.map(([Icon, name, term, value, check]) => (
          <div key={name} className={name === "prices" ? styles.wide : undefined} {...field(name)}>
            <dt>
              <Icon size={20} aria-hidden />
              {term}
            </dt>
            <dd>{value}</dd>
            {check && <dd>{check}</dd>}
            {name in GROUPS && (
              <dd>
                <StillRight
                  place={{ id: place.id, version: place.version }}
                  group={GROUPS[name as keyof typeof GROUPS]}
                  fact={term}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** When it is good to visit and when it is closed, a line for each. */
function season(place: PlaceResponse): ReactNode {
  const texts = seasonTexts(place);
  return texts.length > 0 ? texts.map((text) => <div key={text}>{text}</div>) : null;
}

function isolated(value: string | number | null): ReactNode {
  return value && <bdi>{value}</bdi>;
}

/** Ratings without a source are older than the field; they were read on Google. */
function ratingText({ rating: value, reviewCount, ratingSource }: PlaceResponse): string | null {
  if (value === null) return null;
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

/** The prices; of a place without them, the price range in words. */
function priceFact(place: PlaceResponse, timeZone: string, seenYear: number | null, check: ReactNode): Fact {
  return place.prices.length > 0
    ? [Wallet, "prices", t("facts.prices"), <PriceList prices={place.prices} timeZone={timeZone} />, check]
    : [Wallet, "priceRange", t("facts.price"), isolated(price(place, seenYear)), check];
}

/** A price carries the year in which it was seen, unless its text contains one. */
function price({ priceRange }: PlaceResponse, seenYear: number | null): string | null {
  if (!priceRange) return null;
  return seenYear === null || /\b20\d\d\b/.test(priceRange)
    ? priceRange
    : t("priceAsOf", { price: isolateBidi(priceRange), year: seenYear });
}
