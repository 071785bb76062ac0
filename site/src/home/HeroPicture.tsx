"use client";

import { useCallback, useSyncExternalStore } from "react";
import { timeOfDay, type TimeOfDay } from "@/lib/dates";
import { Image } from "@/ui/Image";
import { imageAlt, type ImageSource } from "@/ui/imageSource";
import styles from "./HeroPicture.module.css";

/** The address of the hero's picture at a time of day. */
const heroPath = (time: TimeOfDay) => `/scenes/hero-${time}.svg`;

function everyMinute(tell: () => void) {
  const clock = setInterval(tell, 60_000);
  return () => clearInterval(clock);
}

type Props = {
  /** The region's own picture; null for the drawn valley. */
  picture: ImageSource | null;
  timeZone: string;
};

/** What stands behind the hero's words. */
export function HeroPicture({ picture, timeZone }: Props) {
  if (picture === null) return <Valley timeZone={timeZone} />;
  return (
    <div className={styles.scene} data-photograph="">
      <Image sources={[picture, heroPath("day")]} alt={imageAlt(picture, "")} sizes="100vw" isPriority />
    </div>
  );
}

/**
 * The drawn valley. The page is the same for everyone at every hour, so it comes with a day (a
 * night under dark mode), and the browser, which has a clock, fades to the hour that it is in the region.
 */
function Valley({ timeZone }: Pick<Props, "timeZone">) {
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
