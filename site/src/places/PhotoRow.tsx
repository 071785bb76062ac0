import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/photos.gen";
import { Image } from "@/ui/Image";
import { sourceUrl, imageAlt, type ImageSource } from "@/ui/imageSource";
import type { useScrollSnapCarousel } from "@/ui/useScrollSnapCarousel";
import { ArrowButtons } from "./ArrowButtons";
import styles from "./PhotoRow.module.css";

type Props = {
  name: string;
  photos: readonly ImageSource[];
  /** The fallback for a broken photo. */
  scene?: readonly ImageSource[];
  carousel: ReturnType<typeof useScrollSnapCarousel>;
  frameClass: string | undefined;
  sizes: string;
  isUncropped?: boolean;
};

/** Photos in a row that scrolls by gesture, by buttons and by arrow keys, from the last to the first. */
export function PhotoRow({ name, photos, scene = [], carousel, frameClass, ...image }: Props) {
  const total = photos.length;
  return (
    <>
      <ul {...carousel.listProps} className={styles.row} aria-label={t("label", { name: isolateBidi(name) })}>
        {photos.map((photo, index) => (
          <li key={sourceUrl(photo)} className={frameClass}>
            <Image
              sources={[photo, ...scene]}
              alt={imageAlt(photo, t("alt", { name: isolateBidi(name), number: index + 1, total }))}
              isPriority={index === 0}
              {...image}
            />
          </li>
        ))}
      </ul>
      {total > 1 && <ArrowButtons move={carousel.move} />}
    </>
  );
}
