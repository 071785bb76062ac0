"use client";

import { X } from "lucide-react";
import type { ImageResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/photos.gen";
import { Dialog } from "@/ui/Dialog";
import { Image } from "@/ui/Image";
import { sourceUrl, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import { IconButton } from "@/ui/IconButton";
import styles from "./Gallery.module.css";
import { PhotoRow } from "./PhotoRow";

type Props = {
  name: string;
  photos: readonly ImageSource[];
  /** Captions, credits and licenses of the photos in the media library. */
  details: readonly ImageResponse[];
  isOpen: boolean;
  onClose: () => void;
};

/** All photos of a place in a full-screen dialog with thumbnails. Import it lazily. R62 */
export function Gallery({ name, photos, details, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t("label", { name: isolateBidi(name) })} size="full">
      <Photos name={name} photos={photos} details={details} />
      <IconButton className={styles.close} icon={X} label={t("close")} variant="raised" onClick={onClose} />
    </Dialog>
  );
}

function Photos({ name, photos, details }: Pick<Props, "name" | "photos" | "details">) {
  const carousel = useScrollSnapCarousel(photos.length);
  const { currentIndex, showIndex } = carousel;
  const detail = details.find(({ url }) => url === sourceUrl(photos[currentIndex]!));
  const captionParts = [
    detail?.caption,
    detail?.credit && t("credit", { name: isolateBidi(detail.credit) }),
    detail?.licence,
  ]
    .filter((text) => !!text)
    .map((text) => isolateBidi(text!));
  return (
    <div className={styles.gallery}>
      <div className={styles.stage}>
        <PhotoRow
          name={name}
          photos={photos}
          carousel={carousel}
          frameClass={styles.frame}
          sizes="100vw"
          isUncropped
        />
      </div>
      <div className={styles.caption}>
        <p className={styles.count} role="status">
          {t("position", { number: currentIndex + 1, total: photos.length })}
        </p>
        {captionParts.length > 0 && <p>{captionParts.join(" · ")}</p>}
      </div>
      {photos.length > 1 && (
        <ul className={styles.thumbnails} aria-label={t("thumbnails")}>
          {photos.map((photo, index) => (
            <li key={sourceUrl(photo)}>
              <button
                type="button"
                aria-label={t("show", { number: index + 1 })}
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
