"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import type { ImageResponse } from "@karst/client";
import { isolated } from "@/lib/bidi";
import { placeTexts } from "@/texts/place";
import { Dialog } from "@/ui/Dialog";
import { Picture } from "@/ui/Image";
import { addressOf, altOf, type Source } from "@/ui/imageSource";
import { useSnapRow } from "@/ui/useScrollSnapCarousel";
import styles from "./Gallery.module.css";

type Props = {
  name: string;
  photos: readonly Source[];
  /** Captions, credits and licenses of the photos in the media library. */
  details: readonly ImageResponse[];
  isOpen: boolean;
  onClose: () => void;
};

/** All photos of a place in a full-screen dialog with thumbnails. Import it lazily. R62 */
export function Gallery({ name, photos, details, isOpen, onClose }: Props) {
  const texts = placeTexts;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={texts.pictures(name)} size="full">
      <Photos name={name} photos={photos} details={details} />
      <button type="button" className={styles.close} aria-label={texts.closeGallery} onClick={onClose}>
        <X aria-hidden />
      </button>
    </Dialog>
  );
}

function Photos({ name, photos, details }: Pick<Props, "name" | "photos" | "details">) {
  const { at, go, show, row } = useSnapRow(photos.length);
  const texts = placeTexts;
  const detail = details.find(({ url }) => url === addressOf(photos[at]!));
  const captionParts = [detail?.caption, detail?.credit && texts.credit(detail.credit), detail?.licence]
    .filter((text) => !!text)
    .map((text) => isolated(text!));
  return (
    <div className={styles.gallery}>
      <div className={styles.stage}>
        <ul {...row} className={styles.row} aria-label={texts.pictures(name)}>
          {photos.map((photo, index) => (
            <li key={addressOf(photo)} className={styles.frame}>
              <Picture
                sources={[photo]}
                alt={altOf(photo, `${name}, ${index + 1} / ${photos.length}`)}
                sizes="100vw"
                isFirst={index === 0}
                isWhole
              />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <>
            <button
              type="button"
              className={styles.previous}
              aria-label={texts.previousPicture}
              onClick={() => go(-1)}
            >
              <ChevronLeft aria-hidden />
            </button>
            <button
              type="button"
              className={styles.next}
              aria-label={texts.nextPicture}
              onClick={() => go(1)}
            >
              <ChevronRight aria-hidden />
            </button>
          </>
        )}
      </div>
      <div className={styles.caption}>
        <p className={styles.count} role="status">
          {at + 1} / {photos.length}
        </p>
        {captionParts.length > 0 && <p>{captionParts.join(" · ")}</p>}
      </div>
      {photos.length > 1 && (
        <ul className={styles.thumbnails} aria-label={texts.thumbnails}>
          {photos.map((photo, index) => (
            <li key={addressOf(photo)}>
              <button
                type="button"
                aria-label={texts.showPicture(index + 1)}
                aria-current={index === at || undefined}
                onClick={() => show(index)}
              >
                <Picture sources={[photo]} alt="" sizes="6rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
