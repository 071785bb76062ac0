"use client";

import { memo, type ComponentProps, type FocusEvent, type PointerEvent } from "react";
import type { Category } from "@/categories/find";
import { Placeholder, IncrementalList } from "@/ui/IncrementalList";
import { PlaceCard } from "./PlaceCard";
import styles from "./PlaceList.module.css";
import type { PlaceSummary } from "./summary";

type Props = {
  places: readonly PlaceSummary[];
  /** The final length of the list; greater than `places.length` while some have not loaded. */
  total: number;
  /** Called near the end of the loaded places. Null if the others cannot be loaded. */
  onLoadMore: (() => void) | null;
  categoryBySlug: ReadonlyMap<string, Category>;
  timeZone: string;
  /** In kilometers by place id; null if they are not shown. */
  distances: ReadonlyMap<number, number> | null;
  highlightedId: number | null;
  onHighlight: (id: number | null) => void;
  label: string;
};

/** Cards whose image loads eagerly. On a slow connection more images would delay the stylesheet. */
const EAGER_IMAGES = 1;

/** A few screens of cards. Rendering all of them would block a phone while the page loads. */
const INITIAL_COUNT = 24;

/** The number of cards in the page, which render while the browser is idle. */
const IDLE_COUNT = 1000;

/** Places as cards. Hover and keyboard focus highlight a place. R48, R57 */
export function PlaceList(props: Props) {
  const {
    places,
    total,
    onLoadMore,
    categoryBySlug,
    timeZone,
    distances,
    highlightedId,
    onHighlight,
    label,
  } = props;
  // If not all cards are rendered initially, each has its position for screen readers.
  const setSize = total > INITIAL_COUNT ? total : undefined;
  // One listener for all cards. Touch has no hover.
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === "mouse") onHighlight(placeIdOf(event.target));
  };
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === "mouse") onHighlight(null);
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(":focus-visible")) onHighlight(placeIdOf(event.target));
  };
  const renderItem = (place: PlaceSummary, index: number) => (
    <Item
      key={place.id}
      place={place}
      category={categoryBySlug.get(place.categories[0] ?? "")}
      timeZone={timeZone}
      distanceKm={distances?.get(place.id)}
      isFirst={index < EAGER_IMAGES}
      isHighlighted={place.id === highlightedId}
      position={setSize && index + 1}
      setSize={setSize}
    />
  );
  return (
    <>
      <ul
        className={styles.list}
        aria-label={label}
        onPointerOver={onPointerOver}
        onPointerLeave={onPointerLeave}
        onFocus={onFocus}
        onBlur={() => onHighlight(null)}
      >
        <IncrementalList
          items={places}
          initialCount={INITIAL_COUNT}
          idleCount={IDLE_COUNT}
          placeholderClass={styles.gap}
          renderItem={renderItem}
        />
        {onLoadMore && places.length < total && (
          <Placeholder count={total - places.length} className={styles.gap} onNear={onLoadMore} />
        )}
      </ul>
      {places.length > INITIAL_COUNT && (
        <NoScriptCards places={places} categoryBySlug={categoryBySlug} timeZone={timeZone} label={label} />
      )}
    </>
  );
}

/** The other cards for browsers without scripts. Browsers with scripts do not parse the content. R215 */
const NoScriptCards = memo(function NoScriptCards({
  places,
  categoryBySlug,
  timeZone,
  label,
}: Pick<Props, "places" | "categoryBySlug" | "timeZone" | "label">) {
  return (
    <noscript>
      <ul className={styles.list} aria-label={label}>
        {places.slice(INITIAL_COUNT).map((place) => (
          <Item
            key={place.id}
            place={place}
            category={categoryBySlug.get(place.categories[0] ?? "")}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </noscript>
  );
});

type ItemProps = ComponentProps<typeof PlaceCard> & { position?: number; setSize?: number };

/** Memoized, because a hover changes only two of a thousand cards. */
const Item = memo(function Item({ position, setSize, ...card }: ItemProps) {
  return (
    <li className={styles.item} data-place={card.place.id} aria-posinset={position} aria-setsize={setSize}>
      <PlaceCard heading="h2" {...card} />
    </li>
  );
});

function placeIdOf(target: EventTarget): number | null {
  const id = (target as Element).closest<HTMLElement>("[data-place]")?.dataset.place;
  return id ? Number(id) : null;
}
