"use client";

import { useState, type CSSProperties, type ReactNode } from "react";
import { useVisible } from "./useVisible";

/** How many items are drawn together. */
const PORTION = 100;

/** How near a portion must come to be drawn: about two screens. */
const NEAR = "1500px";

type Props<Item> = {
  items: readonly Item[];
  /** Draws one item, which stands at this place of the whole list. */
  draw: (item: Item, at: number) => ReactNode;
  /** How many of the first are there from the beginning, in the server's HTML too. */
  atOnce: number;
  /** An item that is drawn in any case. */
  sought?: number;
  /** Gives the room of `--count` items that are not drawn. */
  gapClass: string | undefined;
};

/**
 * The items of a list that may be very long. A portion is drawn when it comes near, and stays; until then a gap of
 * about its size stands there, so that the scroll bar and Back know how long the list is.
 */
export function Portions<Item>({ items, draw, atOnce, sought = -1, gapClass }: Props<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / PORTION) }, (_, nth) => nth * PORTION);
  return starts.map((start) => (
    <Portion
      key={start}
      count={Math.min(PORTION, items.length - start)}
      isWanted={start < atOnce || (start <= sought && sought < start + PORTION)}
      gapClass={gapClass}
      draw={() => items.slice(start, start + PORTION).map((item, nth) => draw(item, start + nth))}
    />
  ));
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
  const [gap] = useVisible<HTMLLIElement>(NEAR, onNear);
  return (
    <li ref={gap} className={className} style={{ "--count": count } as CSSProperties} aria-hidden="true" />
  );
}
