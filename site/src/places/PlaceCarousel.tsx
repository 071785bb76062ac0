"use client";

import { useEffect, useRef } from "react";
import { AlertChip } from "@/alerts/AlertChip";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { placePath } from "@/lib/paths";
import { t } from "@/messages/explore.gen";
import { IntentLink } from "@/ui/IntentLink";
import { imageSources } from "./images";
import { Image } from "@/ui/Image";
import { IncrementalList } from "@/ui/IncrementalList";
import styles from "./PlaceCarousel.module.css";
import type { PlaceSummary } from "./summary";

type Props = {
  places: readonly PlaceSummary[];
  categoryBySlug: ReadonlyMap<string, Category>;
  highlightedId: number | null;
  onHighlight: (id: number | null) => void;
};

/** After a swipe ends, the card in the middle is highlighted with this delay. */
const SCROLL_END_MS = 160;

/** Enough for a few swipes. The card of a highlighted place is always rendered. */
const INITIAL_COUNT = 100;

/**
 * The places in one row below the map of a phone. It scrolls to the place that is highlighted on the map, and highlights
 * the place that the user swipes to.
 */
export function PlaceCarousel({ places, categoryBySlug, highlightedId, onHighlight }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Distinguishes swipes from the scrolling of the component itself. */
  const isSwiping = useRef(false);

  const highlightedIndex = places.findIndex(({ id }) => id === highlightedId);
  const isHighlightedListed = highlightedIndex >= 0;

  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>(`[data-place="${highlightedId}"]`);
    if (!list.current || !card || isSwiping.current) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    list.current.scrollTo({ left: centeredScrollLeft(list.current, card), behavior });
    // The place may load after it was highlighted.
  }, [highlightedId, isHighlightedListed]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onScroll = () => {
    clearTimeout(timer.current);
    if (!isSwiping.current) return;
    timer.current = setTimeout(() => {
      isSwiping.current = false;
      const row = list.current;
      if (!row) return;
      const cards = [...row.querySelectorAll<HTMLElement>("[data-place]")];
      const distance = (card: HTMLElement) => Math.abs(centeredScrollLeft(row, card) - row.scrollLeft);
      const middle = cards.reduce((best, card) => (distance(card) < distance(best) ? card : best), cards[0]!);
      onHighlight(Number(middle.dataset.place));
    }, SCROLL_END_MS);
  };

  return (
    <ul
      ref={list}
      className={styles.strip}
      aria-label={t("carouselRegion")}
      onTouchMove={() => (isSwiping.current = true)}
      onScroll={onScroll}
    >
      <IncrementalList
        items={places}
        initialCount={INITIAL_COUNT}
        revealIndex={highlightedIndex}
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
                  sources={imageSources({ ...place, mainCategory: place.categories[0] })}
                  alt=""
                  sizes="8rem"
                />
              </span>
              <span className={styles.body}>
                <IntentLink className="stretched-link" href={placePath(place.slug)} scroll={false}>
                  <bdi>{place.name}</bdi>
                </IntentLink>
                {category && <CategoryLabel category={category} />}
                {place.alert && <AlertChip level={place.alert} />}
              </span>
            </li>
          );
        }}
      />
    </ul>
  );
}

/** The `scrollLeft` of a row with a card in its middle. */
function centeredScrollLeft(row: HTMLElement, card: HTMLElement): number {
  const left = card.offsetLeft + card.offsetWidth / 2 - row.clientWidth / 2;
  return Math.max(0, Math.min(left, row.scrollWidth - row.clientWidth));
}
