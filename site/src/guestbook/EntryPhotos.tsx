"use client";

import { useEffect, useState } from "react";
import { session } from "@/auth/authStore";
import { Picture } from "@/ui/Image";
import { own, srcSet } from "@/ui/imageSource";
import { isWaiting, type Entry } from "./entry";
import styles from "./EntryPhotos.module.css";

type Props = {
  entry: Pick<Entry, "pictures" | "status">;
  /** Small ones in a row, or each as wide as the entry. */
  size: "small" | "large";
};

/** The photos of an entry. While it waits, their files come for their author alone. */
export function EntryPhotos({ entry, size }: Props) {
  const { pictures: photos } = entry;
  if (photos.length === 0) return null;
  const isHeld = isWaiting(entry);
  return (
    <ul className={styles.photos} data-size={size}>
      {photos.map((photo) => (
        <li key={photo.id} style={{ aspectRatio: size === "large" ? photo.width / photo.height : 1 }}>
          {isHeld ? (
            <HeldPicture photo={photo} />
          ) : (
            <Picture
              sources={[own(photo)]}
              alt={photo.alt}
              sizes={size === "large" ? "(min-width: 30rem) 28rem, 92vw" : "6rem"}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A photo that waits for review: asked for with its author's token, which an `img` does not bring. */
function HeldPicture({ photo }: { photo: Entry["pictures"][number] }) {
  const [source, setSource] = useState<string | null>(null);
  const smallest = srcSet(photo).split(" ")[0];
  useEffect(() => {
    if (!smallest) return;
    const leave = new AbortController();
    let shown: string | null = null;
    const ask = async () => {
      const token = await (await session()).token();
      const answer = await fetch(smallest, {
        headers: { authorization: `Bearer ${token}` },
        signal: leave.signal,
      });
      if (!answer.ok) return;
      shown = URL.createObjectURL(await answer.blob());
      setSource(shown);
    };
    ask().catch((error: unknown) => {
      if (!leave.signal.aborted) console.warn("A photo could not be loaded", error);
    });
    return () => {
      leave.abort();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [smallest]);
  return source ? (
    <Picture sources={[source]} alt={photo.alt} sizes="6rem" />
  ) : (
    <span className={styles.held} style={{ background: photo.color }} />
  );
}
