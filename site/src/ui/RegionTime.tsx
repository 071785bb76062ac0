"use client";

import { createContext, use, type ReactNode } from "react";

const TimeZone = createContext("UTC");

/** Tells everything below it the region's time zone (IANA name): dates in served HTML are the region's. */
export function RegionTime({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}

/** The region's time zone. UTC outside of {@link RegionTime}. */
export const useTimeZone = () => use(TimeZone);
