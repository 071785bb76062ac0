import { useEffect, useRef, useState, type KeyboardEvent } from "react";

/** Longer than a smooth scroll from one item to the next. */
const SCROLL_TIMEOUT_MS = 800;

/**
 * A list that scrolls sideways and shows one item as wide as itself. It is moved by scrolling, buttons and the arrow keys,
 * and wraps around. Spread `listProps` on the list.
 */
export function useScrollSnapCarousel(count: number) {
  const listRef = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);

  /** The target of a scroll by a button or key, until it is reached. */
  const targetIndex = useRef<number | null>(null);
  const scrollTimeout = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(scrollTimeout.current), []);

  function showIndex(index: number) {
    const list = listRef.current;
    if (!list) return;
    targetIndex.current = index;
    // A second click counts from the target of the first, also while the list still scrolls.
    setCurrentIndex(index);
    list.scrollTo({ left: index * list.clientWidth });
    clearTimeout(scrollTimeout.current);
    // Browsers cancel a smooth scroll when another begins on a busy machine.
    scrollTimeout.current = setTimeout(() => {
      if (targetIndex.current !== null)
        list.scrollTo({ left: targetIndex.current * list.clientWidth, behavior: "instant" });
    }, SCROLL_TIMEOUT_MS);
  }

  const move = (step: number) => showIndex((currentIndex + step + count) % count);

  /** Scrolling by hand determines the index again. */
  const clearTarget = () => {
    targetIndex.current = null;
  };

  const listProps = {
    ref: listRef,
    tabIndex: 0,
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      move(step);
    },
    onScroll({ currentTarget }: { currentTarget: HTMLElement }) {
      const visibleIndex = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth);
      if (targetIndex.current !== null && targetIndex.current !== visibleIndex) return;
      targetIndex.current = null;
      setCurrentIndex(visibleIndex);
    },
    onPointerDown: clearTarget,
    onWheel: clearTarget,
  };
  return { currentIndex, move, showIndex, listProps };
}
