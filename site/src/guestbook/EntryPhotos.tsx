"use client";

import { useEffect, useState } from "react";
import { getSession } from "@/auth/authStore";
import { Image } from "@/ui/Image";
import { toMediaImage, srcSet } from "@/ui/imageSource";
import { isPending, type EntrySummary } from "./entry";
import styles from "./EntryPhotos.module.css";

type Props = {
  entry: Pick<EntrySummary, "pictures" | "status">;
  /** Small: thumbnails in a row. Large: each as wide as the entry. */
  size: "small" | "large";
};

/** The photos of an entry. While the entry is pending, the server sends them to their author only. */
export function EntryPhotos({ entry, size }: Props) {
  const { pictures: photos } = entry;
  if (photos.length === 0) return null;
  const requiresToken = isPending(entry);
  return (
    <ul className={styles.photos} data-size={size}>
      {photos.map((photo) => (
        <li key={photo.id} style={{ aspectRatio: size === "large" ? photo.width / photo.height : 1 }}>
          {requiresToken ? (
            <PendingPhoto photo={photo} />
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

/** A photo of a pending entry: fetched with the token of its author, which an `img` does not send. */
function PendingPhoto({ photo }: { photo: EntrySummary["pictures"][number] }) {
  const [source, setSource] = useState<string | null>(null);
  const smallest = srcSet(photo).split(" ")[0];
  useEffect(() => {
    if (!smallest) return;
    const controller = new AbortController();
    let objectUrl: string | null = null;
    const load = async () => {
      const token = await (await getSession()).token();
      const response = await fetch(smallest, {
        headers: { authorization: `Bearer ${token}` },
        signal: controller.signal,
      });
      if (!response.ok) return;
      objectUrl = URL.createObjectURL(await response.blob());
      setSource(objectUrl);
    };
    load().catch((error: unknown) => {
      if (!controller.signal.aborted) console.warn("Failed to load a photo", error);
    });
    return () => {
      controller.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [smallest]);
  return source ? (
    <Image sources={[source]} alt={photo.alt} sizes="6rem" />
  ) : (
    <span className={styles.placeholder} style={{ background: photo.color }} />
  );
}
