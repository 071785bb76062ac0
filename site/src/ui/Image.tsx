"use client";

import { useState, type CSSProperties } from "react";
import { MapPin } from "lucide-react";
import { thumbHashToDataURL } from "thumbhash";
import styles from "./Image.module.css";
import { sourceUrl, srcSet, type MediaImage, type ImageSource } from "./imageSource";

type Props = {
  /** What to try in order; when the last one fails too, a map pin stands in. */
  sources: readonly ImageSource[];
  /** Blank where the picture says nothing that the words beside it do not. */
  alt: string;
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string;
  /** The picture is seen first on its page: load it at once. */
  isFirst?: boolean;
  /** Nothing of it is cut away. */
  isWhole?: boolean;
  className?: string;
};

/** A picture that survives broken addresses. It fills its frame, so the frame gives the proportions. */
export function Image({ sources, alt, sizes, isFirst = false, isWhole = false, className = "" }: Props) {
  const [failed, setFailed] = useState(0);
  const source = sources[failed];
  if (source === undefined) {
    return (
      <span
        className={`${styles.placeholder} ${className}`}
        {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
      >
        <MapPin size={40} aria-hidden />
      </span>
    );
  }
  const next = () => setFailed(failed + 1);
  const picture = typeof source === "string" ? null : source;
  return (
    <img
      // A new element for each address: the old one's failure must not be heard twice.
      key={sourceUrl(source)}
      className={`${styles.picture} ${className}`}
      data-whole={isWhole || undefined}
      {...(picture && { srcSet: srcSet(picture), sizes, style: looks(picture, isWhole) })}
      src={sourceUrl(source)}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
      ref={(image) => {
        if (!image) return;
        // A picture that failed before this script ran makes no event any more.
        if (image.complete && image.naturalWidth === 0) next();
        else if (picture && !isWhole && !image.complete) hold(image, picture);
      }}
      onLoad={({ currentTarget }) => {
        currentTarget.style.background = "none";
      }}
      onError={next}
    />
  );
}

/** What must stay in sight, and the colour that stands in until anything else does. */
function looks({ color, focalX, focalY }: MediaImage, isWhole: boolean): CSSProperties {
  if (isWhole) return {};
  return { objectPosition: `${round(focalX)}% ${round(focalY)}%`, background: color };
}

const round = (part: number) => Math.round(part * 1000) / 10;

/** Shows a blur of the picture until it has loaded. Made here: in the page it would be a hundred times as long. */
function hold(image: HTMLImageElement, { thumbhash }: MediaImage): void {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    image.style.background = `center / cover url(${thumbHashToDataURL(bytes)})`;
  } catch {
    // The colour is there.
  }
}
