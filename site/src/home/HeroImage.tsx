"use client";

import { timeOfDay, type TimeOfDay } from "@/lib/dates";
import { useMinute } from "@/lib/useMinute";
import { Image } from "@/ui/Image";
import { imageAlt, type ImageSource } from "@/ui/imageSource";
import styles from "./HeroImage.module.css";

/** The path of the illustration for a time of day. */
const illustrationPath = (time: TimeOfDay) => `/scenes/hero-${time}.svg`;

type Props = {
  /** The region's own image; null for the illustration. */
  image: ImageSource | null;
  timeZone: string;
};

/** The background of the hero. */
export function HeroImage({ image, timeZone }: Props) {
  if (image === null) return <ValleyIllustration timeZone={timeZone} />;
  return (
    <div className={styles.scene} data-photograph="">
      <Image sources={[image, illustrationPath("day")]} alt={imageAlt(image, "")} sizes="100vw" isPriority />
    </div>
  );
}

/**
 * The illustration of the valley. The HTML is cached and has the day (the night in dark mode). The browser then fades to
 * the current time of day in the region.
 */
function ValleyIllustration({ timeZone }: Pick<Props, "timeZone">) {
  const minute = useMinute();
  const time = minute === null ? null : timeOfDay(new Date(minute), timeZone);
  return (
    <div className={styles.scene}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={illustrationPath("night")} />
        <img src={illustrationPath("day")} alt="" fetchPriority="high" />
      </picture>
      {time && <img key={time} className={styles.current} src={illustrationPath(time)} alt="" />}
    </div>
  );
}
