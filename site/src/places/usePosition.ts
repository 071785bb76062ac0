"use client";

import { useCallback, useRef, useState } from "react";
import type { LatLng } from "@/lib/geo";

export type LocationError = "denied" | "unavailable" | "late" | "insecure";

/** The point that distances are measured from: of the device, or the one that the page offers instead. */
export type Position =
  | { status: "idle" | "locating" }
  | { status: "known"; point: LatLng; isDevice: boolean }
  | { status: "failed"; reason: LocationError };

const TIMEOUT_MS = 10_000;
/** The device may return a position of this age. */
const MAX_AGE_MS = 60_000;

/** Asks the device for its position only when `locate` is called. The position is neither sent nor put into the URL. R214 */
export function usePosition() {
  const [position, setPosition] = useState<Position>({ status: "idle" });
  /** Responses to older requests are ignored. */
  const latestRequest = useRef(0);
  const locate = useCallback(() => {
    const request = ++latestRequest.current;
    const finish = (next: Position) => {
      if (request === latestRequest.current) setPosition(next);
    };
    const fail = (reason: LocationError) => finish({ status: "failed", reason });
    if (!window.isSecureContext) return fail("insecure");
    if (!("geolocation" in navigator)) return fail("unavailable");
    setPosition({ status: "locating" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        finish({ status: "known", point: { latitude, longitude }, isDevice: true }),
      ({ code }) => fail(code === 1 ? "denied" : code === 3 ? "late" : "unavailable"),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  }, []);
  const measureFrom = useCallback((point: LatLng) => {
    latestRequest.current += 1;
    setPosition({ status: "known", point, isDevice: false });
  }, []);
  return { position, locate, measureFrom };
}
