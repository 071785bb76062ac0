"use client";

import { startTransition, useEffect, useState, type CSSProperties, type ReactNode } from "react";
import { useInView } from "@karst/web/inView";

/** The number of items in each chunk after the initial items. */
const CHUNK_SIZE = 50;

/** A chunk is rendered when it is about two screens away. */
const ROOT_MARGIN = "1500px";

type Props<Item> = {
  items: readonly Item[];
  renderItem: (item: Item, index: number) => ReactNode;
  /** The number of first items that are rendered at once, also in the server's HTML. */
  initialCount: number;
  /** The number of items that are rendered chunk by chunk while the browser is idle, so that page search finds them. */
  idleCount?: number;
  /** The index of an item that is rendered in any case. */
  revealIndex?: number;
  /** The class of a placeholder, which reserves the space of `--count` items. */
  placeholderClass: string | undefined;
};

/**
 * The items of a list that may be very long. A chunk is rendered when it comes near and stays. Until then a placeholder of
 * about its size keeps the scroll bar and scroll restoration right.
 */
export function IncrementalList<Item>({
  items,
  renderItem,
  initialCount,
  idleCount = 0,
  revealIndex = -1,
  placeholderClass,
}: Props<Item>) {
  const [renderedCount, setRenderedCount] = useState(initialCount);
  const hasIdleWork = renderedCount < Math.min(idleCount, items.length);
  useEffect(() => {
    if (!hasIdleWork) return;
    return whenIdle(() => startTransition(() => setRenderedCount(renderedCount + CHUNK_SIZE)));
  }, [hasIdleWork, renderedCount]);
  const chunkCount = Math.max(0, Math.ceil((items.length - initialCount) / CHUNK_SIZE));
  const starts = [0, ...Array.from({ length: chunkCount }, (_, index) => initialCount + index * CHUNK_SIZE)];
  return starts.map((start, chunk) => {
    const end = Math.min(starts[chunk + 1] ?? items.length, items.length);
    return (
      <Chunk
        key={start}
        count={end - start}
        isRequired={start < renderedCount || (start <= revealIndex && revealIndex < end)}
        placeholderClass={placeholderClass}
        render={() => items.slice(start, end).map((item, index) => renderItem(item, start + index))}
      />
    );
  });
}

type ChunkProps = {
  count: number;
  isRequired: boolean;
  placeholderClass: string | undefined;
  render: () => ReactNode;
};

function Chunk({ count, isRequired, placeholderClass, render }: ChunkProps) {
  const [isRendered, setRendered] = useState(isRequired);
  if (isRequired && !isRendered) setRendered(true);
  return isRendered ? (
    render()
  ) : (
    <Placeholder count={count} className={placeholderClass} onNear={() => setRendered(true)} />
  );
}

type PlaceholderProps = { count: number; className: string | undefined; onNear: () => void };

/** Reserves the space of items that are not rendered and reports when it comes near. */
export function Placeholder({ count, className, onNear }: PlaceholderProps) {
  const [element] = useInView<HTMLLIElement>(ROOT_MARGIN, onNear);
  return (
    <li
      ref={element}
      className={className}
      style={{ "--count": count } as CSSProperties}
      aria-hidden="true"
    />
  );
}

/** After this time the callback runs even if the browser is busy. */
const IDLE_TIMEOUT_MS = 2_000;
const IDLE_FALLBACK_MS = 200;

/** Runs a callback when the browser is idle. Returns the function that cancels it. */
function whenIdle(callback: () => void): () => void {
  // Missing in Safari.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(callback, IDLE_FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
