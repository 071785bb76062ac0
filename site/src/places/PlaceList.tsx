"use client";

import { memo, type FocusEvent, type PointerEvent } from "react";
import type { Category } from "@/categories/find";
import { PlaceCard } from "./PlaceCard";
import styles from "./PlaceList.module.css";
import type { PlaceSummary } from "./summary";

type Props = {
  places: readonly PlaceSummary[];
  categoryBySlug: ReadonlyMap<string, Category>;
  /** The region's. */
  timeZone: string;
  /** The way to each place in kilometres, where that is asked for. */
  distances: ReadonlyMap<number, number> | null;
  highlightedId: number | null;
  onHighlight: (id: number | null) => void;
  label: string;
};

/** How many pictures are on the screen when the page opens, more or less. */
const FIRST_CARDS = 4;

/** Places as cards, two in a row. Pointing at a card, or reaching it by keyboard, says so. */
export function PlaceList({ places, categoryBySlug, highlightedId, onHighlight, label, ...props }: Props) {
  const { timeZone, distances } = props;
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
  return (
    <ul
      className={styles.list}
      aria-label={label}
      onPointerOver={point}
      onPointerLeave={leave}
      onFocus={focus}
      onBlur={() => onHighlight(null)}
    >
      {places.map((place, at) => (
        <Item
          key={place.id}
          place={place}
          category={categoryBySlug.get(place.categories[0] ?? "")}
          timeZone={timeZone}
          distanceKm={distances?.get(place.id)}
          isFirst={at < FIRST_CARDS}
          isHighlighted={place.id === highlightedId}
        />
      ))}
    </ul>
  );
}

type ItemProps = {
  place: PlaceSummary;
  category: Category | undefined;
  timeZone: string;
  distanceKm: number | undefined;
  isFirst: boolean;
  isHighlighted: boolean;
};

/** Drawn again only when it changes: pointing along a list of a thousand touches two cards at a time. */
const Item = memo(function Item(props: ItemProps) {
  return (
    <li className={styles.item} data-place={props.place.id}>
      <PlaceCard heading="h2" {...props} />
    </li>
  );
});

function cardOf(target: EventTarget): number | null {
  const id = (target as Element).closest<HTMLElement>("[data-place]")?.dataset.place;
  return id ? Number(id) : null;
}
