"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import type { ImageResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { placeTexts } from "@/texts/place";
import { Dialog } from "@/ui/Dialog";
import { Image } from "@/ui/Image";
import { sourceUrl, imageAlt, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import styles from "./Gallery.module.css";

type Props = {
  name: string;
  photos: readonly ImageSource[];
  /** What stands under the guide's own. */
  about: readonly ImageResponse[];
  isOpen: boolean;
  onClose: () => void;
};

/** All photographs of a place, as large as the screen, with small ones to choose from (row 62). Load it on first intent. */
export function Gallery({ name, photos, about, isOpen, onClose }: Props) {
  const words = placeTexts;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={words.pictures(name)} size="full">
      <Photos name={name} photos={photos} about={about} />
      <button type="button" className={styles.close} aria-label={words.closeGallery} onClick={onClose}>
        <X aria-hidden />
      </button>
    </Dialog>
  );
}

function Photos({ name, photos, about }: Pick<Props, "name" | "photos" | "about">) {
  const { currentIndex, move, showIndex, listProps } = useScrollSnapCarousel(photos.length);
  const words = placeTexts;
  const said = about.find(({ url }) => url === sourceUrl(photos[currentIndex]!));
  const under = [said?.caption, said?.credit && words.credit(said.credit), said?.licence]
    .filter((text) => !!text)
    .map((text) => isolateBidi(text!));
  return (
    <div className={styles.gallery}>
      <div className={styles.stage}>
        <ul {...listProps} className={styles.row} aria-label={words.pictures(name)}>
          {photos.map((photo, index) => (
            <li key={sourceUrl(photo)} className={styles.frame}>
              <Image
                sources={[photo]}
                alt={imageAlt(photo, `${name}, ${index + 1} / ${photos.length}`)}
                sizes="100vw"
                isPriority={index === 0}
                isUncropped
              />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <>
            <button
              type="button"
              className={styles.previous}
              aria-label={words.previousPicture}
              onClick={() => move(-1)}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              className={styles.next}
              aria-label={words.nextPicture}
              onClick={() => move(1)}
            >
              <ChevronRight aria-hidden />
            </button>
          </>
        )}
      </div>
      <div className={styles.under}>
        <p className={styles.count} role="status">
          {currentIndex + 1} / {photos.length}
        </p>
        {under.length > 0 && <p>{under.join(" · ")}</p>}
      </div>
      {photos.length > 1 && (
        <ul className={styles.thumbnails} aria-label={words.thumbnails}>
          {photos.map((photo, index) => (
            <li key={sourceUrl(photo)}>
              <button
                type="button"
                aria-label={words.showPicture(index + 1)}
                aria-current={index === currentIndex || undefined}
                onClick={() => showIndex(index)}
              >
                <Image sources={[photo]} alt="" sizes="6rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
