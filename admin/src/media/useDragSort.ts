import { useEffect, useRef, useState, type PointerEvent } from "react";

/**
 * Sorts the items of a `ul` with the pointer: the held item takes the place of the item under the pointer. `onDrop` is
 * called with the last position of an item that moved.
 */
export function useDragSort(onMove: (from: number, to: number) => void, onDrop: (at: number) => void) {
  const [held, setHeld] = useState<number | null>(null);
  const drag = useRef<AbortController>(null);
  useEffect(() => () => drag.current?.abort(), []);

  function start(event: PointerEvent<HTMLElement>, at: number) {
    const list = event.currentTarget.closest("ul");
    if (!list || event.button !== 0) return;
    drag.current?.abort();
    const listening = new AbortController();
    const { signal } = listening;
    drag.current = listening;
    let current = at;
    setHeld(at);
    // On the window: React moves the held element in the document, which would release a captured pointer.
    window.addEventListener(
      "pointermove",
      ({ clientX, clientY }) => {
        const item = document.elementFromPoint(clientX, clientY)?.closest("li");
        const to = item?.parentElement === list ? [...list.children].indexOf(item) : -1;
        if (to < 0 || to === current) return;
        onMove(current, to);
        current = to;
        setHeld(to);
      },
      { signal },
    );
    const end = () => {
      listening.abort();
      setHeld(null);
      if (current !== at) onDrop(current);
    };
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  }

  return { held, start };
}
