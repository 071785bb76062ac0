import type { PlaceView } from "@karst/client";
import { websiteHref } from "@/kit/links";
import { addressOf } from "@/ui/source";
import { clock, dateOf, rowsOf, specialDays, usualWeek, type Opening, type Spans } from "./opening";
import { photographs } from "./picture";

/** What search engines call a place of each category; anything else is a plain Place. */
const TYPE_OF: Record<string, string> = {
  accommodation: "LodgingBusiness",
  adventure: "TouristAttraction",
  attractions: "TouristAttraction",
  cave: "TouristAttraction",
  "food-drink": "Restaurant",
  "street-food": "FoodEstablishment",
  waterfall: "TouristAttraction",
  recreation: "TouristAttraction",
  "things-to-do": "TouristAttraction",
  surf: "SportsActivityLocation",
  kiting: "SportsActivityLocation",
  atm: "AutomatedTeller",
  medical: "MedicalClinic",
  pharmacy: "Pharmacy",
  market: "Store",
  supermarket: "GroceryStore",
  mechanic: "AutoRepair",
  "phone-repair": "LocalBusiness",
  "mobile-phone": "MobilePhoneStore",
  gym: "ExerciseGym",
  massage: "HealthAndBeautyBusiness",
};

type Around = {
  /** The place's public address. */
  page: string;
  /** Makes paths to pictures absolute. */
  origin: string;
  /** The region's line, as in "Phong Nha, Vietnam". */
  region: string;
};

/** A place in schema.org's words. */
export function placeJsonLd(place: PlaceView, { page, origin, region }: Around): object {
  const main = place.categories[0]?.slug ?? "";
  const images = photographs(place).map((picture) => new URL(addressOf(picture), origin).href);
  const site = websiteHref(place.website);
  return {
    "@context": "https://schema.org",
    "@type": (Object.hasOwn(TYPE_OF, main) && TYPE_OF[main]) || "Place",
    "@id": page,
    url: page,
    name: place.name,
    ...(place.localName && place.localName !== place.name && { alternateName: place.localName }),
    ...(place.description && { description: place.description }),
    ...(images.length > 0 && { image: images }),
    geo: { "@type": "GeoCoordinates", latitude: place.latitude, longitude: place.longitude },
    address: {
      "@type": "PostalAddress",
      ...(place.address && { streetAddress: place.address }),
      ...(place.commune && { addressLocality: place.commune }),
      ...(region && { addressRegion: region }),
    },
    ...(place.phone && { telephone: place.phone }),
    ...(site && { sameAs: site }),
    ...(place.opening && { openingHoursSpecification: openingJsonLd(place.opening) }),
    ...(place.rating !== null &&
      place.reviewCount > 0 && {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: place.rating,
          reviewCount: place.reviewCount,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  };
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The usual week, and the days that are otherwise. What is not said of a weekday is closed. */
function openingJsonLd(opening: Opening): object[] {
  const usual = rowsOf(usualWeek(opening)).flatMap(({ first, last, spans }) =>
    spansJsonLd(spans, { dayOfWeek: WEEKDAYS.slice(first, last + 1) }),
  );
  const special = specialDays(opening).flatMap(({ from, to, spans }) => {
    const validity = { validFrom: dateOf(from), ...(to !== null && { validThrough: dateOf(to) }) };
    // Nothing from midnight until midnight: that is how schema.org says "closed".
    return spansJsonLd(spans.length > 0 ? spans : [[0, 0]], validity);
  });
  return [...usual, ...special];
}

function spansJsonLd(spans: Spans, when: object): object[] {
  return spans.map(([from, to]) => ({
    "@type": "OpeningHoursSpecification",
    ...when,
    opens: clock(from!),
    closes: to === 1440 ? "23:59" : clock(to!),
  }));
}
