import { useEffect, useRef, useState, type KeyboardEvent } from "react";

/** A smooth movement from one picture to the next takes less. */
const LATE_MS = 800;

/**
 * A row of things as wide as their frame, one of which is seen: moved by hand, by buttons and by the arrow keys; it goes
 * round. `row` is what the list wears.
 */
export function useScrollSnapCarousel(count: number, first = 0) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(first);

  /** The one that a press leads to, while the row is on its way there. */
  const wanted = useRef<number | null>(null);
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const row = list.current;
    if (row && first > 0) row.scrollTo({ left: first * row.clientWidth, behavior: "instant" });
    return () => clearTimeout(late.current);
  }, [first]);

  function show(to: number) {
    const row = list.current;
    if (!row) return;
    wanted.current = to;
    // A second press counts from where the first leads, also while the row still moves.
    setAt(to);
    row.scrollTo({ left: to * row.clientWidth });
    clearTimeout(late.current);
    // Browsers give a smooth movement up when another begins on a busy machine.
    late.current = setTimeout(() => {
      if (wanted.current !== null)
        row.scrollTo({ left: wanted.current * row.clientWidth, behavior: "instant" });
    }, LATE_MS);
  }

  const go = (step: number) => show((at + step + count) % count);

  /** The row follows the hand again. */
  const letGo = () => {
    wanted.current = null;
  };

  const row = {
    ref: list,
    tabIndex: 0,
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      go(step);
    },
    onScroll({ currentTarget }: { currentTarget: HTMLElement }) {
      const seen = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth);
      if (wanted.current !== null && wanted.current !== seen) return;
      wanted.current = null;
      setAt(seen);
    },
    onPointerDown: letGo,
    onWheel: letGo,
  };
  return { at, go, show, row };
}
