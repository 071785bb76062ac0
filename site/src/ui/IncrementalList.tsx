"use client";

import { startTransition, useEffect, useState, type CSSProperties, type ReactNode } from "react";
import { whenIdle } from "@/lib/whenIdle";
import { useInView } from "./useInView";

/** How many items are drawn together, after those of the beginning. */
const PORTION = 50;

/** How near a portion must come to be drawn: about two screens. */
const NEAR = "1500px";

type Props<Item> = {
  items: readonly Item[];
  /** Draws one item, which stands at this place of the whole list. */
  draw: (item: Item, at: number) => ReactNode;
  /** How many of the first are there from the beginning, in the server's HTML too. */
  atOnce: number;
  /** How many are drawn without coming near, a portion at a time while the browser is idle: so they can be found. */
  soon?: number;
  /** An item that is drawn in any case. */
  sought?: number;
  /** Gives the room of `--count` items that are not drawn. */
  gapClass: string | undefined;
};

/**
 * The items of a list that may be very long. A portion is drawn when it comes near, and stays; until then a gap of
 * about its size stands there, so that the scroll bar and Back know how long the list is.
 */
export function Portions<Item>({ items, draw, atOnce, soon = 0, sought = -1, gapClass }: Props<Item>) {
  const [drawn, setDrawn] = useState(atOnce);
  const isMoreToCome = drawn < Math.min(soon, items.length);
  useEffect(() => {
    if (!isMoreToCome) return;
    return whenIdle(() => startTransition(() => setDrawn(drawn + PORTION)));
  }, [isMoreToCome, drawn]);
  const later = Math.max(0, Math.ceil((items.length - atOnce) / PORTION));
  const starts = [0, ...Array.from({ length: later }, (_, nth) => atOnce + nth * PORTION)];
  return starts.map((start, nth) => {
    const end = Math.min(starts[nth + 1] ?? items.length, items.length);
    return (
      <Portion
        key={start}
        count={end - start}
        isWanted={start < drawn || (start <= sought && sought < end)}
        gapClass={gapClass}
        draw={() => items.slice(start, end).map((item, at) => draw(item, start + at))}
      />
    );
  });
}

type PortionProps = { count: number; isWanted: boolean; gapClass: string | undefined; draw: () => ReactNode };

function Portion({ count, isWanted, gapClass, draw }: PortionProps) {
  const [isDrawn, setDrawn] = useState(isWanted);
  if (isWanted && !isDrawn) setDrawn(true);
  return isDrawn ? draw() : <Gap count={count} className={gapClass} onNear={() => setDrawn(true)} />;
}

type GapProps = { count: number; className: string | undefined; onNear: () => void };

/** The room of items that are not drawn; says when it comes near. */
export function Gap({ count, className, onNear }: GapProps) {
  const [gap] = useInView<HTMLLIElement>(NEAR, onNear);
  return (
    <li ref={gap} className={className} style={{ "--count": count } as CSSProperties} aria-hidden="true" />
  );
}
