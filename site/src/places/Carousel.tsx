"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { placeTexts } from "@/texts/place";
import { Picture } from "@/ui/Image";
import { addressOf, altOf, type Source } from "@/ui/imageSource";
import { useSnapRow } from "@/ui/useScrollSnapCarousel";
import styles from "./Carousel.module.css";
import { DETAIL_SIZES } from "./images";

type Props = {
  name: string;
  /** At least two. */
  photos: readonly Source[];
  /** The fallback for a broken photo. */
  scene: readonly Source[];
};

/** Photos in a row that scrolls by gesture, by buttons and by arrow keys, from the last to the first. R61 */
export function Carousel({ name, photos, scene }: Props) {
  const { at, go, row } = useSnapRow(photos.length);
  const texts = placeTexts;
  return (
    <div className={styles.carousel}>
      <ul {...row} className={styles.row} aria-label={texts.pictures(name)}>
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
        aria-label={texts.previousPicture}
        onClick={() => go(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.next} aria-label={texts.nextPicture} onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </button>
      <p className={styles.count} role="status">
        {at + 1} / {photos.length}
      </p>
    </div>
  );
}
