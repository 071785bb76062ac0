"use client";

import { createContext, use, type ReactNode } from "react";

const TimeZoneContext = createContext("UTC");

/** Provides the region's time zone (IANA name): dates in the HTML are in this zone. */
export function RegionTime({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>;
}

/** The region's time zone. UTC outside of {@link RegionTime}. */
export const useTimeZone = () => use(TimeZoneContext);
