"use client";

import type { PlaceResponse } from "@karst/client";
import { targetName, type Brand } from "@karst/client/brands";
import { websiteHref } from "@/lib/links";
import { trackEvent } from "@/analytics/analytics";
import { placeTexts } from "@/texts/place";
import button from "@/ui/button.module.css";
import { ExternalLink } from "@/ui/ExternalLink";

const words = placeTexts.booking;

type Bookable = Pick<
  PlaceResponse,
  "name" | "bookingType" | "affiliateLink" | "bookingComUrl" | "agodaUrl" | "directBookingUrl"
>;

/** The ways to book a place; following one is counted. */
export function Booking({ place }: { place: Bookable }) {
  const count = () => trackEvent("booking", { category: "conversion", label: place.name, value: 1 });
  return waysOf(place).map(({ label, href, isPaid }) =>
    href.startsWith("http") ? (
      <ExternalLink key={href} href={href} className={button.secondary} isPaid={isPaid} onClick={count}>
        {label}
      </ExternalLink>
    ) : (
      <a key={href} href={href} className={button.secondary} onClick={count}>
        {label}
      </a>
    ),
  );
}

/** What may earn the guide something is `isPaid`: search engines are told. */
type Way<Href = string> = { label: string; href: Href; isPaid: boolean };

/**
 * Every way that is stored, whatever the booking type: a link that somebody saved is never hidden. The type decides which
 * comes first.
 */
function waysOf(place: Bookable): Way[] {
  const direct: Way<string | null> = {
    label: words.direct,
    href: place.directBookingUrl,
    isPaid: false,
  };
  const partners: Way<string | null>[] = [
    { label: words.affiliate, href: websiteHref(place.affiliateLink), isPaid: true },
    onPartner(websiteHref(place.bookingComUrl), "Booking.com"),
    onPartner(websiteHref(place.agodaUrl), "Agoda"),
  ];
  const ways = place.bookingType === "affiliate" ? [...partners, direct] : [direct, ...partners];
  return ways.filter((way, at): way is Way => {
    return way.href !== null && ways.findIndex(({ href }) => href === way.href) === at;
  });
}

/** The label names the partner only where the link leads to it. */
function onPartner(href: string | null, brand: Brand): Way<string | null> {
  return { label: words.on(href ? targetName(href, brand) : brand), href, isPaid: true };
}
