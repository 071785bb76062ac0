"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Whether an element has come within `margin` of the viewport, or of what it scrolls in, once and for all. An element
 * that is not displayed is not visible, so a hidden map loads nothing. `onVisible` is told at that moment.
 */
export function useVisible<E extends Element>(margin = "0px", onVisible?: () => void) {
  const ref = useRef<E>(null);
  const [isVisible, setVisible] = useState(false);
  const tell = useEffectEvent(() => onVisible?.());
  useEffect(() => {
    if (isVisible || !ref.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setVisible(true);
        tell();
      },
      // Where a browser does not know the second, what scrolls in a box is seen as it comes into the box.
      { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
    );
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [isVisible, margin]);
  return [ref, isVisible] as const;
}
