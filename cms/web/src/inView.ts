"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Whether an element has come within `margin` of the viewport, or of the box that it scrolls in; stays true from then on.
 * An element that is not displayed is not in view, so a hidden map loads nothing. Calls `onEnter` at that moment.
 */
export function useInView<E extends Element>(margin = "0px", onEnter?: () => void) {
  const ref = useRef<E>(null);
  const [isInView, setInView] = useState(false);
  const enter = useEffectEvent(() => onEnter?.());
  useEffect(() => {
    if (isInView || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setInView(true);
        enter();
      },
      // Browsers without scrollMargin report an element in a scrolling box when it enters the box.
      { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isInView, margin]);
  return [ref, isInView] as const;
}
