"use client";

import { useEffect, useRef, useState } from "react";

/**
 * Whether an element has come within `margin` of the viewport, once and for all. An element that is not displayed is
 * not visible, so a hidden map loads nothing.
 */
export function useVisible<E extends Element>(margin = "0px") {
  const ref = useRef<E>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    if (isVisible || !ref.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
      },
      { rootMargin: margin },
    );
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [isVisible, margin]);
  return [ref, isVisible] as const;
}
