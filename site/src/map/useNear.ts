"use client";

import { useEffect, useState, type RefObject } from "react";

/** Whether `element` has come within `margin` (CSS, e.g. "300px") of the screen; stays true from then on. */
export function useNear(element: RefObject<Element | null>, margin: string): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin, near]);
  return near;
}
