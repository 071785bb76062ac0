"use client";

import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/photos.gen";
import { Image } from "@/ui/Image";
import { sourceUrl, imageAlt, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import { ArrowButtons } from "./ArrowButtons";
import styles from "./Carousel.module.css";
import { DETAIL_SIZES } from "./images";

type Props = {
  name: string;
  /** At least two. */
  photos: readonly ImageSource[];
  /** The fallback for a broken photo. */
  scene: readonly ImageSource[];
};

/** Photos in a row that scrolls by gesture, by buttons and by arrow keys, from the last to the first. R61 */
export function Carousel({ name, photos, scene }: Props) {
  const { currentIndex, move, listProps } = useScrollSnapCarousel(photos.length);
  const total = photos.length;
  return (
    <div className={styles.carousel}>
      <ul {...listProps} className={styles.row} aria-label={t("label", { name: isolateBidi(name) })}>
        {photos.map((photo, index) => (
          <li key={sourceUrl(photo)} className={styles.frame}>
            <Image
              sources={[photo, ...scene]}
              alt={imageAlt(photo, t("alt", { name: isolateBidi(name), number: index + 1, total }))}
              sizes={DETAIL_SIZES}
              isPriority={index === 0}
            />
          </li>
        ))}
      </ul>
      <ArrowButtons move={move} />
      <p className={`${styles.count} needs-scripts no-print`} role="status">
        {t("position", { number: currentIndex + 1, total })}
      </p>
    </div>
  );
}
