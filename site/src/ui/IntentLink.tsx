"use client";

import { useState, type ComponentProps } from "react";
import Link from "next/link";

/**
 * A link that prefetches its page on hover, touch or focus instead of when it scrolls into view. A list of a hundred places
 * would otherwise fetch them all on a traveler's data plan.
 */
export function IntentLink(props: ComponentProps<typeof Link>) {
  const [shouldPrefetch, setShouldPrefetch] = useState(false);
  const enablePrefetch = () => setShouldPrefetch(true);
  return (
    <Link
      {...props}
      prefetch={shouldPrefetch ? null : false}
      onPointerEnter={enablePrefetch}
      onTouchStart={enablePrefetch}
      onFocus={enablePrefetch}
    />
  );
}
