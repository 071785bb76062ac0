"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { placeTexts } from "@/texts/place";
import { Image } from "@/ui/Image";
import { sourceUrl, imageAlt, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
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
  const texts = placeTexts;
  return (
    <div className={styles.carousel}>
      <ul {...listProps} className={styles.row} aria-label={texts.pictures(name)}>
        {photos.map((photo, index) => (
          <li key={sourceUrl(photo)} className={styles.frame}>
            <Image
              sources={[photo, ...scene]}
              alt={imageAlt(photo, `${name}, ${index + 1} / ${photos.length}`)}
              sizes={DETAIL_SIZES}
              isPriority={index === 0}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.previous}
        aria-label={texts.previousPicture}
        onClick={() => move(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.next} aria-label={texts.nextPicture} onClick={() => move(1)}>
        <ChevronRight aria-hidden />
      </button>
      <p className={styles.count} role="status">
        {currentIndex + 1} / {photos.length}
      </p>
    </div>
  );
}
