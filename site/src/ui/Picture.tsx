"use client";

import { useState } from "react";
import { MapPin } from "lucide-react";
import styles from "./Picture.module.css";

type Props = {
  /** Addresses to try in order; when the last one fails too, a map pin stands in. */
  sources: readonly string[];
  /** Blank where the picture says nothing that the words beside it do not. */
  alt: string;
  /** The picture is seen first on its page: load it at once. */
  isFirst?: boolean;
  className?: string;
};

/** A picture that survives broken addresses. It fills its frame, so the frame gives the proportions. */
export function Picture({ sources, alt, isFirst = false, className = "" }: Props) {
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
  return (
    <img
      // A new element for each address: the old one's failure must not be heard twice.
      key={source}
      className={`${styles.picture} ${className}`}
      src={source}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
      // A picture that failed before this script ran makes no event any more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) next();
      }}
      onError={next}
    />
  );
}
