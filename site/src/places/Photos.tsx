"use client";

import { lazy, Suspense, useState } from "react";
import { Images } from "lucide-react";
import type { ImageResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/photos.gen";
import { Image } from "@/ui/Image";
import { imageAlt, type ImageSource } from "@/ui/imageSource";
import { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import { PhotoRow } from "./PhotoRow";
import styles from "./Photos.module.css";
import { DETAIL_SIZES } from "./images";

const loadGallery = () => import("./Gallery");
const Gallery = lazy(async () => ({ default: (await loadGallery()).Gallery }));

type Props = {
  name: string;
  photos: readonly ImageSource[];
  /** The illustration if there are no photos, or for a broken one. */
  scene: readonly ImageSource[];
  details: readonly ImageResponse[];
  /** The field of the images, in a preview. */
  "data-field"?: string;
};

/** The photos of a place or its illustration, with a button for the gallery. R61, R62 */
export function Photos({ name, photos, scene, details, "data-field": field }: Props) {
  const [first] = photos;
  return (
    <div className={styles.photos} data-field={field}>
      {photos.length > 1 ? (
        <Carousel name={name} photos={photos} scene={scene} />
      ) : (
        <div className={styles.frame}>
          <Image
            sources={[...photos, ...scene]}
            alt={first === undefined ? t("illustration", { name: isolateBidi(name) }) : imageAlt(first, name)}
            sizes={DETAIL_SIZES}
            isPriority
          />
        </div>
      )}
      {first === undefined ? (
        <p className={styles.none}>{t("none")}</p>
      ) : (
        <AllPhotos name={name} photos={photos} details={details} />
      )}
    </div>
  );
}

function Carousel(props: Pick<Props, "name" | "photos" | "scene">) {
  const total = props.photos.length;
  const carousel = useScrollSnapCarousel(total);
  return (
    <>
      <PhotoRow {...props} carousel={carousel} frameClass={styles.frame} sizes={DETAIL_SIZES} />
      <p className={`${styles.count} needs-scripts no-print`} role="status">
        {t("position", { number: carousel.currentIndex + 1, total })}
      </p>
    </>
  );
}

function AllPhotos(props: Pick<Props, "name" | "photos" | "details">) {
  const [isOpen, setIsOpen] = useState(false);
  const preload = () => void loadGallery().catch(() => {});
  return (
    <>
      <button
        type="button"
        className={`${styles.all} needs-scripts no-print`}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
      >
        <Images size={18} aria-hidden />
        {t("viewAll")}
      </button>
      {isOpen && (
        <Suspense>
          <Gallery {...props} isOpen onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
