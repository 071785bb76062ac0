"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { placeTexts } from "@/texts/place";
import { Image } from "@/ui/Image";
import { sourceUrl, imageAlt, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import styles from "./Carousel.module.css";
import { DETAIL_SIZES } from "./picture";

type Props = {
  name: string;
  /** Two photographs or more. */
  photos: readonly ImageSource[];
  /** What stands in for one that is broken. */
  scene: readonly ImageSource[];
};

/** Photographs in a row that scrolls sideways, by hand, by buttons and by the arrow keys; it goes round (row 61). */
export function Carousel({ name, photos, scene }: Props) {
  const { currentIndex, move, listProps } = useScrollSnapCarousel(photos.length);
  const words = placeTexts;
  return (
    <div className={styles.carousel}>
      <ul {...listProps} className={styles.row} aria-label={words.pictures(name)}>
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
        aria-label={words.previousPicture}
        onClick={() => move(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.next} aria-label={words.nextPicture} onClick={() => move(1)}>
        <ChevronRight aria-hidden />
      </button>
      <p className={styles.count} role="status">
        {currentIndex + 1} / {photos.length}
      </p>
    </div>
  );
}
