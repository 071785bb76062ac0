"use client";

import { useCallback, useRef, useState } from "react";

export type Spot = { latitude: number; longitude: number };

/** Why the device did not say where it is. */
export type Failure = "denied" | "unavailable" | "late" | "insecure";

/** Where distances are measured from: the traveller, or the point that the guide offers instead. */
export type Position =
  | { status: "unasked" | "asking" }
  | { status: "known"; spot: Spot; isOwn: boolean }
  | { status: "failed"; reason: Failure };

/** How long the device may take to find itself, and how old what it knows may be. */
const PATIENCE_MS = 10_000;
const FRESH_MS = 60_000;

/**
 * Where the traveller is, asked of the device when `locate` is called and never otherwise. It stays in this page: it is
 * sent to nobody and stands in no address.
 */
export function usePosition() {
  const [position, setPosition] = useState<Position>({ status: "unasked" });
  /** Counts the wishes: what answers an older one comes too late. */
  const wish = useRef(0);
  const locate = useCallback(() => {
    const mine = ++wish.current;
    const settle = (next: Position) => {
      if (mine === wish.current) setPosition(next);
    };
    const fail = (reason: Failure) => settle({ status: "failed", reason });
    if (!window.isSecureContext) return fail("insecure");
    if (!("geolocation" in navigator)) return fail("unavailable");
    setPosition({ status: "asking" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        settle({ status: "known", spot: { latitude, longitude }, isOwn: true }),
      ({ code }) => fail(code === 1 ? "denied" : code === 3 ? "late" : "unavailable"),
      { timeout: PATIENCE_MS, maximumAge: FRESH_MS },
    );
  }, []);
  const measureFrom = useCallback((spot: Spot) => {
    wish.current += 1;
    setPosition({ status: "known", spot, isOwn: false });
  }, []);
  return { position, locate, measureFrom };
}
