"use client";

import type { PlaceView } from "@karst/client";
import { contactHref, websiteHref } from "@/kit/links";
import { countEvent } from "@/notice/analytics";
import { placeTexts } from "@/texts/place";
import button from "@/ui/button.module.css";
import { OutLink } from "@/ui/OutLink";

const words = placeTexts.booking;

type Bookable = Pick<
  PlaceView,
  "name" | "bookingType" | "affiliateLink" | "bookingComUrl" | "agodaUrl" | "directBookingContact"
>;

/** The ways to book a place, as its booking type has it (rows 66 and 67); that one is followed is counted (row 83). */
export function Booking({ place }: { place: Bookable }) {
  const count = () => countEvent("booking", { category: "conversion", label: place.name, value: 1 });
  return waysOf(place).map(({ label, href, isPaid }) =>
    href.startsWith("http") ? (
      <OutLink key={label} href={href} className={button.secondary} isPaid={isPaid} onClick={count}>
        {label}
      </OutLink>
    ) : (
      <a key={label} href={href} className={button.secondary} onClick={count}>
        {label}
      </a>
    ),
  );
}

/** What may earn the guide something is `isPaid`: search engines are told. */
type Way<Href = string> = { label: string; href: Href; isPaid: boolean };

function waysOf(place: Bookable): Way[] {
  const ways: Record<Bookable["bookingType"], Way<string | null>[]> = {
    none: [],
    direct: [{ label: words.direct, href: contactHref(place.directBookingContact), isPaid: false }],
    affiliate: [
      { label: words.affiliate, href: websiteHref(place.affiliateLink), isPaid: true },
      { label: words.bookingCom, href: websiteHref(place.bookingComUrl), isPaid: true },
      { label: words.agoda, href: websiteHref(place.agodaUrl), isPaid: true },
    ],
  };
  return ways[place.bookingType].filter((way): way is Way => way.href !== null);
}
