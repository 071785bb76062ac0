"use client";

import { memo, type FocusEvent, type PointerEvent } from "react";
import type { Category } from "@/categories/find";
import { Placeholder, IncrementalList } from "@/ui/IncrementalList";
import { PlaceCard } from "./PlaceCard";
import styles from "./PlaceList.module.css";
import type { PlaceSummary } from "./summary";

type Props = {
  places: readonly PlaceSummary[];
  /** How many the list will have: more than `places` while some are not here yet. */
  total: number;
  /** Somebody comes near to those. Null where they cannot be had. */
  onMissing: (() => void) | null;
  categoryBySlug: ReadonlyMap<string, Category>;
  /** The region's. */
  timeZone: string;
  /** The way to each place in kilometers, where that is asked for. */
  distances: ReadonlyMap<number, number> | null;
  highlightedId: number | null;
  onHighlight: (id: number | null) => void;
  label: string;
};

/** So many pictures may come before the style sheet on a thin line: the first. The next are asked for once the page stands. */
const FIRST_CARDS = 1;

/** Some screens of them. A phone would be busy for long with as many as a page carries, before anything can be tapped. */
const DRAWN_AT_ONCE = 24;

/** As many cards as a page of the site carries: all of these are there soon, and without scripts. */
const DRAWN_SOON = 1000;

/** Places as cards, two in a row. Pointing at a card, or reaching it by keyboard, says so. */
export function PlaceList(props: Props) {
  const { places, total, onMissing, categoryBySlug, timeZone, distances, highlightedId, onHighlight, label } =
    props;
  // Where not all cards are drawn from the beginning, each says which of how many it is.
  const size = total > DRAWN_AT_ONCE ? total : undefined;
  // One listener for all cards; a finger points at nothing, it presses.
  const point = (event: PointerEvent) => {
    if (event.pointerType === "mouse") onHighlight(cardOf(event.target));
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType === "mouse") onHighlight(null);
  };
  const focus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(":focus-visible")) onHighlight(cardOf(event.target));
  };
  const draw = (place: PlaceSummary, at: number) => (
    <Item
      key={place.id}
      place={place}
      category={categoryBySlug.get(place.categories[0] ?? "")}
      timeZone={timeZone}
      distanceKm={distances?.get(place.id)}
      isFirst={at < FIRST_CARDS}
      isHighlighted={place.id === highlightedId}
      position={size && at + 1}
      size={size}
    />
  );
  return (
    <>
      <ul
        className={styles.list}
        aria-label={label}
        onPointerOver={point}
        onPointerLeave={leave}
        onFocus={focus}
        onBlur={() => onHighlight(null)}
      >
        <IncrementalList
          items={places}
          initialCount={DRAWN_AT_ONCE}
          idleCount={DRAWN_SOON}
          placeholderClass={styles.gap}
          renderItem={draw}
        />
        {onMissing && places.length < total && (
          <Placeholder count={total - places.length} className={styles.gap} onNear={onMissing} />
        )}
      </ul>
      {places.length > DRAWN_AT_ONCE && (
        <Unscripted places={places} categoryBySlug={categoryBySlug} timeZone={timeZone} label={label} />
      )}
    </>
  );
}

/** The other cards, for browsers without scripts. No browser with scripts ever makes elements of them. */
const Unscripted = memo(function Unscripted({
  places,
  categoryBySlug,
  timeZone,
  label,
}: Pick<Props, "places" | "categoryBySlug" | "timeZone" | "label">) {
  return (
    <noscript>
      <ul className={styles.list} aria-label={label}>
        {places.slice(DRAWN_AT_ONCE).map((place) => (
          <li key={place.id} className={styles.item}>
            <PlaceCard
              heading="h2"
              place={place}
              category={categoryBySlug.get(place.categories[0] ?? "")}
              timeZone={timeZone}
            />
          </li>
        ))}
      </ul>
    </noscript>
  );
});

type ItemProps = {
  place: PlaceSummary;
  category: Category | undefined;
  timeZone: string;
  distanceKm: number | undefined;
  isFirst: boolean;
  isHighlighted: boolean;
  position: number | undefined;
  size: number | undefined;
};

/** Drawn again only when it changes: pointing along a list of a thousand touches two cards at a time. */
const Item = memo(function Item({ position, size, ...card }: ItemProps) {
  return (
    <li className={styles.item} data-place={card.place.id} aria-posinset={position} aria-setsize={size}>
      <PlaceCard heading="h2" {...card} />
    </li>
  );
});

function cardOf(target: EventTarget): number | null {
  const id = (target as Element).closest<HTMLElement>("[data-place]")?.dataset.place;
  return id ? Number(id) : null;
}
