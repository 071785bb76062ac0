"use client";

import type { PlaceResponse } from "@karst/client";
import { targetName, type Brand } from "@karst/client/brands";
import { websiteHref } from "@/lib/links";
import { trackEvent } from "@/analytics/analytics";
import { t } from "@/messages/booking.gen";
import button from "@/ui/button.module.css";
import { ExternalLink } from "@/ui/ExternalLink";

type Bookable = Pick<
  PlaceResponse,
  "name" | "bookingType" | "affiliateLink" | "bookingComUrl" | "agodaUrl" | "directBookingUrl"
>;

/** Links to book a place, which are counted in analytics. R66, R83 */
export function Booking({ place }: { place: Bookable }) {
  const count = () => trackEvent("booking", { category: "conversion", label: place.name, value: 1 });
  return bookingLinks(place).map(({ label, href, isPaid }) =>
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

/** `isPaid` links may earn a commission, so they are marked as sponsored for search engines. */
type BookingLink<Href = string> = { label: string; href: Href; isPaid: boolean };

/** All stored links, whatever the booking type is; the type decides which come first. R66, R67 */
function bookingLinks(place: Bookable): BookingLink[] {
  const direct: BookingLink<string | null> = {
    label: t("direct"),
    href: place.directBookingUrl,
    isPaid: false,
  };
  const partners: BookingLink<string | null>[] = [
    { label: t("affiliate"), href: websiteHref(place.affiliateLink), isPaid: true },
    partnerLink(websiteHref(place.bookingComUrl), "Booking.com"),
    partnerLink(websiteHref(place.agodaUrl), "Agoda"),
  ];
  const links = place.bookingType === "affiliate" ? [...partners, direct] : [direct, ...partners];
  return links.filter((link, index): link is BookingLink => {
    return link.href !== null && links.findIndex(({ href }) => href === link.href) === index;
  });
}

/** The label has the name of the partner only if the link leads there. */
function partnerLink(href: string | null, brand: Brand): BookingLink<string | null> {
  return { label: t("on", { partner: href ? targetName(href, brand) : brand }), href, isPaid: true };
}
