"use client";

import { useCallback, useSyncExternalStore } from "react";
import { timeOfDay, type TimeOfDay } from "@/kit/dates";
import styles from "./HeroPicture.module.css";

/** The address of the hero's picture at a time of day. */
const heroPath = (time: TimeOfDay) => `/scenes/hero-${time}.svg`;

function everyMinute(tell: () => void) {
  const clock = setInterval(tell, 60_000);
  return () => clearInterval(clock);
}

/**
 * The valley behind the hero's words. The page is the same for everyone at every hour, so it comes with a day (a
 * night under dark mode), and the browser, which has a clock, fades to the hour that it is in the region.
 */
export function HeroPicture({ timeZone }: { timeZone: string }) {
  const now = useCallback(() => timeOfDay(new Date(), timeZone), [timeZone]);
  const time = useSyncExternalStore<TimeOfDay | null>(everyMinute, now, () => null);
  return (
    <div className={styles.scene} data-time={time ?? undefined}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={heroPath("night")} />
        <img src={heroPath("day")} alt="" fetchPriority="high" />
      </picture>
      {time && <img key={time} className={styles.hour} src={heroPath(time)} alt="" />}
    </div>
  );
}
