"use client";

import { useEffect, useRef } from "react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { placePath } from "@/lib/paths";
import { exploreTexts } from "@/texts/explore";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import { IncrementalList } from "@/ui/IncrementalList";
import { pictureSources } from "./picture";
import styles from "./PlaceCarousel.module.css";
import type { PlaceSummary } from "./summary";

type Props = {
  places: readonly PlaceSummary[];
  categoryBySlug: ReadonlyMap<string, Category>;
  highlightedId: number | null;
  onHighlight: (id: number | null) => void;
};

/** How long the strip must rest before the card in its middle counts as looked at. */
const REST_MS = 160;

/** A swipe or two; a marker that is tapped brings its card in any case. */
const DRAWN_AT_ONCE = 100;

/**
 * The places under the map of a phone, in one row. It follows the marker that was tapped, and the map follows the
 * card that was swiped to.
 */
export function PlaceStrip({ places, categoryBySlug, highlightedId, onHighlight }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A finger moves the strip; without one its movement is our own and says nothing. */
  const isSwiped = useRef(false);

  const at = places.findIndex(({ id }) => id === highlightedId);
  const isHere = at >= 0;

  useEffect(() => {
    const card = strip.current?.querySelector<HTMLElement>(`[data-place="${highlightedId}"]`);
    if (!strip.current || !card || isSwiped.current) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.current.scrollTo({ left: leftOf(strip.current, card), behavior: calm ? "instant" : "smooth" });
    // Its place may come later than the tap.
  }, [highlightedId, isHere]);
  useEffect(() => () => clearTimeout(rest.current), []);

  const settle = () => {
    clearTimeout(rest.current);
    if (!isSwiped.current) return;
    rest.current = setTimeout(() => {
      isSwiped.current = false;
      const row = strip.current;
      if (!row) return;
      const cards = [...row.querySelectorAll<HTMLElement>("[data-place]")];
      const near = (card: HTMLElement) => Math.abs(leftOf(row, card) - row.scrollLeft);
      const middle = cards.reduce((best, card) => (near(card) < near(best) ? card : best), cards[0]!);
      onHighlight(Number(middle.dataset.place));
    }, REST_MS);
  };

  return (
    <ul
      ref={strip}
      className={styles.strip}
      aria-label={exploreTexts.carouselRegion}
      onTouchMove={() => (isSwiped.current = true)}
      onScroll={settle}
    >
      <IncrementalList
        items={places}
        initialCount={DRAWN_AT_ONCE}
        revealIndex={at}
        placeholderClass={styles.gap}
        renderItem={(place) => {
          const category = categoryBySlug.get(place.categories[0] ?? "");
          return (
            <li
              key={place.id}
              className={styles.card}
              data-place={place.id}
              data-highlighted={place.id === highlightedId || undefined}
            >
              <span className={styles.frame}>
                <Image
                  sources={pictureSources({ ...place, mainCategory: place.categories[0] })}
                  alt=""
                  sizes="8rem"
                />
              </span>
              <span className={styles.words}>
                <IntentLink href={placePath(place.slug)} scroll={false}>
                  <bdi>{place.name}</bdi>
                </IntentLink>
                {category && <CategoryLabel category={category} />}
              </span>
            </li>
          );
        }}
      />
    </ul>
  );
}

/** Where the row stands when a card is in its middle. */
function leftOf(row: HTMLElement, card: HTMLElement): number {
  const left = card.offsetLeft + card.offsetWidth / 2 - row.clientWidth / 2;
  return Math.max(0, Math.min(left, row.scrollWidth - row.clientWidth));
}
