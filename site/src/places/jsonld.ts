import type {
  ImageObject,
  ItemList,
  LocalBusiness,
  OpeningHoursSpecification,
  Place,
  WithContext,
} from "schema-dts";
import type { PlaceResponse } from "@karst/client";
import { absoluteUrl, licenseHref, mapsHref, websiteHref } from "@/lib/links";
import { placePath } from "@/lib/paths";
import { sourceUrl } from "@/ui/imageSource";
import {
  clock,
  dateOf,
  rowsOf,
  specialDays,
  usualWeek,
  type Opening,
  type Spans,
} from "@karst/client/opening/calendar";
import { photographs } from "./picture";

type TypeOf<Kind> =
  Exclude<Kind, string> extends infer Leaf ? (Leaf extends { "@type": infer Name } ? Name : never) : never;

/** What search engines call a place of each category; anything else is a plain Place. */
const TYPE_OF: Record<string, TypeOf<Place>> = {
  adventure: "TouristAttraction",
  attractions: "TouristAttraction",
  cave: "TouristAttraction",
  waterfall: "TouristAttraction",
  recreation: "TouristAttraction",
  "things-to-do": "TouristAttraction",
};

/** The same for what somebody runs: only this has prices and a mailbox in schema.org's words. */
const BUSINESS_OF: Record<string, TypeOf<LocalBusiness>> = {
  accommodation: "LodgingBusiness",
  "food-drink": "Restaurant",
  "street-food": "FoodEstablishment",
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

/** A place in schema.org's words. What nobody has written down is not claimed. */
export function placeJsonLd(place: PlaceResponse, around: Around): WithContext<Place> {
  const main = place.categories[0]?.slug ?? "";
  const facts = factsOf(place, around);
  const context = { "@context": "https://schema.org" } as const;
  if (!Object.hasOwn(BUSINESS_OF, main)) {
    const any: WithContext<Place> = { ...context, "@type": "Place", ...facts };
    return typed(any, Object.hasOwn(TYPE_OF, main) ? TYPE_OF[main] : undefined);
  }
  const business: WithContext<LocalBusiness> = {
    ...context,
    "@type": "LocalBusiness",
    ...facts,
    ...(place.priceRange && { priceRange: place.priceRange }),
    ...(place.email && { email: place.email }),
    ...ratingOf(place),
  };
  return typed(business, BUSINESS_OF[main]);
}

/** The same of a narrower type: it has every property of the wider one. */
function typed(wide: WithContext<Place>, type: TypeOf<Place> | undefined): WithContext<Place> {
  return type ? ({ ...(wide as object), "@type": type } as WithContext<Place>) : wide;
}

/** What can be said of any place. */
function factsOf(place: PlaceResponse, { page, origin, region }: Around) {
  const images = photographs(place).flatMap((picture) => absoluteUrl(sourceUrl(picture), origin) ?? []);
  const site = websiteHref(place.website);
  return {
    "@id": page,
    url: page,
    mainEntityOfPage: page,
    name: place.name,
    ...(place.localName && place.localName !== place.name && { alternateName: place.localName }),
    ...(place.description && { description: place.description }),
    ...(images.length > 0 && { image: images, photo: photos(place, origin) }),
    geo: { "@type": "GeoCoordinates", latitude: place.latitude, longitude: place.longitude },
    hasMap: mapsHref(place),
    address: {
      "@type": "PostalAddress",
      ...(place.address && { streetAddress: place.address }),
      ...(place.commune && { addressLocality: place.commune }),
      ...(region && { addressRegion: region }),
    },
    ...(place.phone && { telephone: place.phone }),
    ...(site && { sameAs: site }),
    ...(place.amenities.length > 0 && {
      amenityFeature: place.amenities.map(
        (name) => ({ "@type": "LocationFeatureSpecification", name, value: true }) as const,
      ),
    }),
    ...(place.opening && { openingHoursSpecification: openingJsonLd(place.opening) }),
  } as const;
}

/**
 * The rating of a business. Google accepts ratings of a LocalBusiness, not of a Place or TouristAttraction, and only those
 * that this site collected itself: never ones copied from elsewhere.
 * https://developers.google.com/search/docs/appearance/structured-data/review-snippet
 */
function ratingOf({ rating, ratingSource, reviewCount }: PlaceResponse) {
  if (rating === null || reviewCount === 0 || ratingSource !== "guide") return {};
  return {
    aggregateRating: {
      "@type": "AggregateRating" as const,
      ratingValue: rating,
      reviewCount,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

/** The guide's own photographs of a place, with who made them and on which terms they are shown, where that is known. */
function photos({ imageUrl, gallery, pictures }: PlaceResponse, origin: string): ImageObject[] {
  const shown = new Set(photographs({ imageUrl, gallery }));
  return pictures
    .filter(({ url }) => shown.has(url))
    .map(({ url, alt, caption, credit, licence, width, height }) => ({
      "@type": "ImageObject",
      contentUrl: new URL(url, origin).href,
      width: { "@type": "QuantitativeValue", value: width, unitCode: "E37" },
      height: { "@type": "QuantitativeValue", value: height, unitCode: "E37" },
      ...(caption || alt ? { caption: caption || alt } : {}),
      ...(credit && { creditText: credit }),
      ...(licence && { license: licenseHref(licence) ?? { "@type": "CreativeWork", name: licence } }),
    }));
}

/** Places as a list, in their order. */
export function listJsonLd(
  places: readonly Pick<PlaceResponse, "slug" | "name">[],
  origin: string,
): WithContext<ItemList> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: places.length,
    itemListElement: places.map(({ slug, name }, at) => ({
      "@type": "ListItem" as const,
      position: at + 1,
      url: new URL(placePath(slug), origin).href,
      name,
    })),
  };
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The usual week, and the days that are otherwise. What is not said of a weekday is closed. */
function openingJsonLd(opening: Opening): OpeningHoursSpecification[] {
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

function spansJsonLd(spans: Spans, when: Partial<OpeningHoursSpecification>): OpeningHoursSpecification[] {
  return spans.map(([from, to]) => ({
    "@type": "OpeningHoursSpecification",
    ...when,
    opens: clock(from!),
    closes: to === 1440 ? "23:59" : clock(to!),
  }));
}
