import type {
  ImageObject,
  ItemList,
  LocalBusiness,
  Offer,
  OpeningHoursSpecification,
  Place,
  WithContext,
} from "schema-dts";
import type { PlaceResponse } from "@karst/client";
import { absoluteUrl, licenseHref, mapsHref, websiteHref } from "@/lib/links";
import { placePath } from "@/lib/paths";
import { sourceUrl } from "@/ui/imageSource";
import {
  formatClock,
  isoDateOf,
  localTime,
  groupWeekdays,
  specialDays,
  usualWeek,
  type OpeningSchedule,
  type Spans,
} from "@karst/client/opening/calendar";
import { photoSources } from "./images";
import { dateIn, isOutdated } from "./priceDates";
import { priceText } from "./prices";

type TypeOf<Kind> =
  Exclude<Kind, string> extends infer Leaf ? (Leaf extends { "@type": infer Name } ? Name : never) : never;

/** The schema.org types of categories; the default is Place. */
const PLACE_TYPES: Record<string, TypeOf<Place>> = {
  adventure: "TouristAttraction",
  attractions: "TouristAttraction",
  cave: "TouristAttraction",
  waterfall: "TouristAttraction",
  recreation: "TouristAttraction",
  "things-to-do": "TouristAttraction",
};

/** The types of businesses, the only places with prices and an email address in schema.org. */
const BUSINESS_TYPES: Record<string, TypeOf<LocalBusiness>> = {
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

type PageContext = {
  /** The public URL of the place. */
  page: string;
  /** Makes the paths of images absolute. */
  origin: string;
  /** For example "Phong Nha, Vietnam". */
  region: string;
  /** Of the region, an IANA name. */
  timeZone: string;
  /** When the page is rendered. */
  now: Date;
};

/** Structured data of a place; unknown properties are omitted. R201 */
export function placeJsonLd(place: PlaceResponse, context: PageContext): WithContext<Place> {
  const main = place.categories[0]?.slug ?? "";
  const properties = commonProperties(place, context);
  const root = { "@context": "https://schema.org" } as const;
  if (!Object.hasOwn(BUSINESS_TYPES, main)) {
    const plainPlace: WithContext<Place> = { ...root, "@type": "Place", ...properties };
    return withType(plainPlace, Object.hasOwn(PLACE_TYPES, main) ? PLACE_TYPES[main] : undefined);
  }
  const business: WithContext<LocalBusiness> = {
    ...root,
    "@type": "LocalBusiness",
    ...properties,
    ...(place.priceRange && place.prices.length === 0 && { priceRange: place.priceRange }),
    ...(place.email && { email: place.email }),
    ...offersOf(place, context),
    ...ratingOf(place),
  };
  return withType(business, BUSINESS_TYPES[main]);
}

/** Sets a subtype, which has all properties of its supertype. */
function withType(place: WithContext<Place>, type: TypeOf<Place> | undefined): WithContext<Place> {
  return type ? ({ ...(place as object), "@type": type } as WithContext<Place>) : place;
}

function commonProperties(place: PlaceResponse, { page, origin, region, timeZone, now }: PageContext) {
  const closures = closuresJsonLd(place.alerts, timeZone, now);
  const images = photoSources(place).flatMap((picture) => absoluteUrl(sourceUrl(picture), origin) ?? []);
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
    ...(closures.length > 0 && { specialOpeningHoursSpecification: closures }),
  } as const;
}

/**
 * Google accepts ratings of a LocalBusiness, not of a Place or TouristAttraction, and only those that the site collected
 * itself.
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

/** Prices that may be out of date, or are not for everyone, are left out: an offer has no mark for either. R532 */
function offersOf({ prices }: PlaceResponse, { now, timeZone }: PageContext): { makesOffer?: Offer[] } {
  const today = dateIn(now, timeZone);
  const isOffer = ({ audience, checkedAt }: PlaceResponse["prices"][number]) =>
    audience === "everyone" && !isOutdated(checkedAt, today);
  const offers = prices.filter(isOffer).map(offerOf);
  return offers.length > 0 ? { makesOffer: offers } : {};
}

function offerOf(price: PlaceResponse["prices"][number]): Offer {
  const { label, amount, amountTo, currency, per } = price;
  return {
    "@type": "Offer",
    ...(label && { name: label }),
    description: priceText(price),
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      ...(amountTo === null ? { price: amount } : { minPrice: amount, maxPrice: amountTo }),
      priceCurrency: currency,
      ...(per && { unitText: per }),
    },
  };
}

/** Photos from the media library with their credits and licenses. */
function photos({ imageUrl, gallery, pictures }: PlaceResponse, origin: string): ImageObject[] {
  const urls = new Set(photoSources({ imageUrl, gallery }));
  return pictures
    .filter(({ url }) => urls.has(url))
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

export function listJsonLd(
  places: readonly Pick<PlaceResponse, "slug" | "name">[],
  origin: string,
): WithContext<ItemList> {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: places.length,
    itemListElement: places.map(({ slug, name }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      url: new URL(placePath(slug), origin).href,
      name,
    })),
  };
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The regular week and special days. Weekdays without a specification are closed. */
function openingJsonLd(opening: OpeningSchedule): OpeningHoursSpecification[] {
  const regular = groupWeekdays(usualWeek(opening)).flatMap(({ first, last, spans }) =>
    spansJsonLd(spans, { dayOfWeek: WEEKDAYS.slice(first, last + 1) }),
  );
  const special = specialDays(opening).flatMap(({ from, to, spans }) => {
    const validity = { validFrom: isoDateOf(from), ...(to !== null && { validThrough: isoDateOf(to) }) };
    // In schema.org, a day that opens and closes at midnight is closed.
    return spansJsonLd(spans.length > 0 ? spans : [[0, 0]], validity);
  });
  return [...regular, ...special];
}

/** For how long a closure without a known end is stated. The page is rendered again before that. */
const OPEN_END_DAYS = 7;

/** The days on which alerts close a place. */
function closuresJsonLd(
  alerts: PlaceResponse["alerts"],
  timeZone: string,
  now: Date,
): OpeningHoursSpecification[] {
  const dayOf = (moment: number) => localTime(new Date(moment), timeZone).day;
  return alerts
    .filter(({ level }) => level === "closed")
    .flatMap(({ startsAt, endsAt }) => {
      // An end at midnight is the end of the day before.
      const last = endsAt ? dayOf(Date.parse(endsAt) - 1) : dayOf(now.getTime()) + OPEN_END_DAYS;
      const validity = { validFrom: isoDateOf(dayOf(Date.parse(startsAt))), validThrough: isoDateOf(last) };
      return spansJsonLd([[0, 0]], validity);
    });
}

function spansJsonLd(
  spans: Spans,
  validity: Partial<OpeningHoursSpecification>,
): OpeningHoursSpecification[] {
  return spans.map(([from, to]) => ({
    "@type": "OpeningHoursSpecification",
    ...validity,
    opens: formatClock(from!),
    closes: to === 1440 ? "23:59" : formatClock(to!),
  }));
}
