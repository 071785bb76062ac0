"use client";

import { useState, type CSSProperties } from "react";
import { MapPin } from "lucide-react";
import { thumbHashToDataURL } from "thumbhash";
import styles from "./Image.module.css";
import { sourceUrl, srcSet, type MediaImage, type ImageSource } from "./imageSource";

type Props = {
  /** The sources in the order of attempts. If all fail, a map pin is shown. */
  sources: readonly ImageSource[];
  /** Empty for a decorative image. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Loads eagerly: the image is above the fold. */
  isPriority?: boolean;
  /** Fits the whole image into its frame instead of cropping it. */
  isUncropped?: boolean;
  className?: string;
};

/** An image with fallbacks for broken sources. It fills its frame, which has the aspect ratio. */
export function Image({
  sources,
  alt,
  sizes,
  isPriority = false,
  isUncropped = false,
  className = "",
}: Props) {
  const [sourceIndex, setSourceIndex] = useState(0);
  const source = sources[sourceIndex];
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
  const tryNextSource = () => setSourceIndex(sourceIndex + 1);
  const image = typeof source === "string" ? null : source;
  return (
    <img
      // A new element for each source: a late error event of the previous one must not count.
      key={sourceUrl(source)}
      className={`${styles.image} ${className}`}
      data-uncropped={isUncropped || undefined}
      {...(image && { srcSet: srcSet(image), sizes, style: imageStyle(image, isUncropped) })}
      src={sourceUrl(source)}
      alt={alt}
      loading={isPriority ? "eager" : "lazy"}
      fetchPriority={isPriority ? "high" : "auto"}
      decoding="async"
      ref={(element) => {
        if (!element) return;
        // An image that failed before hydration fires no event.
        if (element.complete && element.naturalWidth === 0) tryNextSource();
        else if (image && !isUncropped && !element.complete) showThumbhash(element, image);
      }}
      onLoad={({ currentTarget }) => {
        currentTarget.style.background = "none";
      }}
      onError={tryNextSource}
    />
  );
}

/** The focal point, and the color as a placeholder. */
function imageStyle({ color, focalX, focalY }: MediaImage, isUncropped: boolean): CSSProperties {
  if (isUncropped) return {};
  return { objectPosition: `${toPercent(focalX)}% ${toPercent(focalY)}%`, background: color };
}

const toPercent = (fraction: number) => Math.round(fraction * 1000) / 10;

/** Shows a blurred preview until the image has loaded. Decoded here, because the data URL is a hundred times as long. */
function showThumbhash(element: HTMLImageElement, { thumbhash }: MediaImage): void {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    element.style.background = `center / cover url(${thumbHashToDataURL(bytes)})`;
  } catch {
    // The color stays.
  }
}
