"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { placeTexts } from "@/texts/place";
import { Picture } from "@/ui/Image";
import { addressOf, altOf, type Source } from "@/ui/imageSource";
import { useSnapRow } from "@/ui/useScrollSnapCarousel";
import styles from "./Carousel.module.css";
import { DETAIL_SIZES } from "./picture";

type Props = {
  name: string;
  /** Two photographs or more. */
  photos: readonly Source[];
  /** What stands in for one that is broken. */
  scene: readonly Source[];
};

/** Photographs in a row that scrolls sideways, by hand, by buttons and by the arrow keys; it goes round (row 61). */
export function Carousel({ name, photos, scene }: Props) {
  const { at, go, row } = useSnapRow(photos.length);
  const words = placeTexts;
  return (
    <div className={styles.carousel}>
      <ul {...row} className={styles.row} aria-label={words.pictures(name)}>
        {photos.map((photo, index) => (
          <li key={addressOf(photo)} className={styles.frame}>
            <Picture
              sources={[photo, ...scene]}
              alt={altOf(photo, `${name}, ${index + 1} / ${photos.length}`)}
              sizes={DETAIL_SIZES}
              isFirst={index === 0}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.previous}
        aria-label={words.previousPicture}
        onClick={() => go(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.next} aria-label={words.nextPicture} onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </button>
      <p className={styles.count} role="status">
        {at + 1} / {photos.length}
      </p>
    </div>
  );
}
