"use client";

import { lazy, Suspense, useState } from "react";
import { Images } from "lucide-react";
import type { ImageResponse } from "@karst/client";
import { placeTexts } from "@/texts/place";
import { Image } from "@/ui/Image";
import { imageAlt, type ImageSource } from "@/ui/imageSource";
import { Carousel } from "./Carousel";
import styles from "./Photos.module.css";
import { DETAIL_SIZES } from "./picture";

const load = () => import("./Gallery");
const Gallery = lazy(async () => ({ default: (await load()).Gallery }));

type Props = {
  name: string;
  photos: readonly ImageSource[];
  /** What stands in where there is none, or for one that is broken. */
  scene: readonly ImageSource[];
  about: readonly ImageResponse[];
};

/** A place's photographs, or the illustration; and the way to see all of them large (rows 61 and 62). */
export function Photos({ name, photos, scene, about }: Props) {
  const words = placeTexts;
  const [first] = photos;
  return (
    <div className={styles.photos}>
      {photos.length > 1 ? (
        <Carousel name={name} photos={photos} scene={scene} />
      ) : (
        <div className={styles.frame}>
          <Image
            sources={[...photos, ...scene]}
            alt={first === undefined ? words.picture(name) : imageAlt(first, name)}
            sizes={DETAIL_SIZES}
            isPriority
          />
        </div>
      )}
      {first === undefined ? (
        <p className={styles.none}>{words.noPhotos}</p>
      ) : (
        <AllPhotos name={name} photos={photos} about={about} />
      )}
    </div>
  );
}

function AllPhotos(props: Pick<Props, "name" | "photos" | "about">) {
  const [isOpen, setIsOpen] = useState(false);
  const prepare = () => void load().catch(() => {});
  return (
    <>
      <button
        type="button"
        className={styles.all}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        <Images size={18} aria-hidden />
        {placeTexts.allPhotos}
      </button>
      {isOpen && (
        <Suspense>
          <Gallery {...props} isOpen onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
