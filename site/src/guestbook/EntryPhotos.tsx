"use client";

import { useEffect, useState } from "react";
import { getSession } from "@/auth/authStore";
import { Image } from "@/ui/Image";
import { toMediaImage, srcSet } from "@/ui/imageSource";
import { isPending, type EntrySummary } from "./entry";
import styles from "./EntryPhotos.module.css";

type Props = {
  entry: Pick<EntrySummary, "pictures" | "status">;
  /** Small ones in a row, or each as wide as the entry. */
  size: "small" | "large";
};

/** The photos of an entry. While it waits, their files come for their author alone. */
export function EntryPhotos({ entry, size }: Props) {
  const { pictures: photos } = entry;
  if (photos.length === 0) return null;
  const isHeld = isPending(entry);
  return (
    <ul className={styles.photos} data-size={size}>
      {photos.map((photo) => (
        <li key={photo.id} style={{ aspectRatio: size === "large" ? photo.width / photo.height : 1 }}>
          {isHeld ? (
            <HeldPicture photo={photo} />
          ) : (
            <Image
              sources={[toMediaImage(photo)]}
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
function HeldPicture({ photo }: { photo: EntrySummary["pictures"][number] }) {
  const [source, setSource] = useState<string | null>(null);
  const smallest = srcSet(photo).split(" ")[0];
  useEffect(() => {
    if (!smallest) return;
    const leave = new AbortController();
    let shown: string | null = null;
    const ask = async () => {
      const token = await (await getSession()).token();
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
    <Image sources={[source]} alt={photo.alt} sizes="6rem" />
  ) : (
    <span className={styles.held} style={{ background: photo.color }} />
  );
}
