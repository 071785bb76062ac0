import { useEffect, useRef, useState } from "react";
import { describeError } from "@/auth/errors";
import { storyTexts } from "@/texts/story";
import { MAX_PHOTOS, uploadPhoto } from "./photos";

const words = storyTexts.photos;

/** A photo that somebody chose. */
export interface Photo {
  /** Tells it from the others while the form is open. */
  key: number;
  file: File;
  /** Where the browser shows it from. */
  preview: string;
  alt: string;
  /** How much of it has gone; null while it has not begun. */
  sent: number | null;
  error: string | null;
}

/** A photo was not taken: the form stays, and the photo says why. */
export class PhotoError extends Error {
  override readonly name = "PhotoError";
}

/** The photos of a form: chosen and described before anything is sent, then sent one after the other. */
export function usePhotos() {
  const [photos, setPhotos] = useState<Photo[]>([]);
  const next = useRef(0);
  /** What the server has already: a second try does not send it again. */
  const ids = useRef(new Map<number, number>());
  const held = useRef(photos);
  useEffect(() => {
    held.current = photos;
  });
  useEffect(() => () => held.current.forEach(({ preview }) => URL.revokeObjectURL(preview)), []);

  const change = (key: number, changes: Partial<Photo>) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));

  function add(files: Iterable<File>) {
    const room = MAX_PHOTOS - photos.length;
    const chosen = [...files].filter(({ type }) => type.startsWith("image/")).slice(0, room);
    const fresh = chosen.map((file) => ({
      key: next.current++,
      file,
      preview: URL.createObjectURL(file),
      alt: "",
      sent: null,
      error: null,
    }));
    setPhotos([...photos, ...fresh]);
  }

  function remove(key: number) {
    const gone = photos.find((photo) => photo.key === key);
    if (gone) URL.revokeObjectURL(gone.preview);
    setPhotos(photos.filter((photo) => photo.key !== key));
  }

  function describe(key: number, alt: string) {
    // What was sent was sent with other words.
    ids.current.delete(key);
    change(key, { alt, error: null, sent: null });
  }

  /** Sends what is not sent yet; answers what an entry says of them. Throws [`PhotoError`] when one is not taken. */
  async function send(): Promise<{ pictureIds?: number[] }> {
    const silent = photos.filter(({ alt }) => !alt.trim());
    silent.forEach(({ key }) => change(key, { error: words.needsAlt }));
    if (silent.length > 0) throw new PhotoError(words.needsAlt);
    const all: number[] = [];
    for (const { key, file, alt } of photos) {
      let id = ids.current.get(key);
      if (id === undefined) {
        try {
          change(key, { sent: 0, error: null });
          id = await uploadPhoto(file, alt.trim(), (sent) => change(key, { sent }));
        } catch (error) {
          const { message } = describeError(error, words.failed);
          change(key, { sent: null, error: message });
          throw new PhotoError(message);
        }
        ids.current.set(key, id);
        change(key, { sent: 1 });
      }
      all.push(id);
    }
    return all.length > 0 ? { pictureIds: all } : {};
  }

  return { photos, add, remove, describe, send };
}

export type Photos = ReturnType<typeof usePhotos>;
