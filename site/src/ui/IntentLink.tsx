"use client";

import { useState, type ComponentProps } from "react";
import Link from "next/link";

/**
 * A link that fetches its page when someone is about to follow it, not when it scrolls into view: a list of a hundred
 * places would otherwise fetch them all over a traveller's data plan.
 */
export function IntentLink(props: ComponentProps<typeof Link>) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return (
    <Link
      {...props}
      prefetch={isMeant ? null : false}
      onPointerEnter={mean}
      onTouchStart={mean}
      onFocus={mean}
    />
  );
}
