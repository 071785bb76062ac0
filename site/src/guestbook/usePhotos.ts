import { useEffect, useRef, useState } from "react";
import { describeError } from "@karst/web/problems";
import { t } from "@/messages/entryForm.gen";
import { MAX_PHOTOS, uploadPhoto } from "./photos";

/** A chosen photo. */
export interface Photo {
  /** Identifies the photo while the form is open. */
  key: number;
  file: File;
  /** An object URL. */
  preview: string;
  alt: string;
  /** The uploaded part from 0 to 1, null before the upload. */
  progress: number | null;
  error: string | null;
}

/** A photo could not be uploaded. The form stays open and the photo shows the reason. */
export class PhotoError extends Error {
  override readonly name = "PhotoError";
}

/** The photos of a form: chosen and described first, then uploaded one after the other. */
export function usePhotos() {
  const [photos, setPhotos] = useState<Photo[]>([]);
  const nextKey = useRef(0);
  /** The ids of uploaded photos by key: another attempt does not upload them again. */
  const uploadedIds = useRef(new Map<number, number>());
  const latestPhotos = useRef(photos);
  useEffect(() => {
    latestPhotos.current = photos;
  });
  useEffect(() => () => latestPhotos.current.forEach(({ preview }) => URL.revokeObjectURL(preview)), []);

  const update = (key: number, changes: Partial<Photo>) =>
    setPhotos((current) => current.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));

  function add(files: Iterable<File>) {
    const available = MAX_PHOTOS - photos.length;
    const images = [...files].filter(({ type }) => type.startsWith("image/")).slice(0, available);
    const added = images.map((file) => ({
      key: nextKey.current++,
      file,
      preview: URL.createObjectURL(file),
      alt: "",
      progress: null,
      error: null,
    }));
    setPhotos([...photos, ...added]);
  }

  function remove(key: number) {
    const removed = photos.find((photo) => photo.key === key);
    if (removed) URL.revokeObjectURL(removed.preview);
    setPhotos(photos.filter((photo) => photo.key !== key));
  }

  function describe(key: number, alt: string) {
    // The uploaded photo has the previous description.
    uploadedIds.current.delete(key);
    update(key, { alt, error: null, progress: null });
  }

  /** Uploads the photos that are not uploaded yet and returns the ids for the entry. Throws a [`PhotoError`]. */
  async function upload(): Promise<{ pictureIds?: number[] }> {
    const undescribed = photos.filter(({ alt }) => !alt.trim());
    if (undescribed.length > 0) {
      const error = t("photos.altMissing");
      undescribed.forEach(({ key }) => update(key, { error }));
      throw new PhotoError(error);
    }
    const pictureIds: number[] = [];
    for (const { key, file, alt } of photos) {
      let id = uploadedIds.current.get(key);
      if (id === undefined) {
        try {
          update(key, { progress: 0, error: null });
          id = await uploadPhoto(file, alt.trim(), (progress) => update(key, { progress }));
        } catch (error) {
          const { message } = describeError(error, t("photos.failed"));
          update(key, { progress: null, error: message });
          throw new PhotoError(message);
        }
        uploadedIds.current.set(key, id);
        update(key, { progress: 1 });
      }
      pictureIds.push(id);
    }
    return pictureIds.length > 0 ? { pictureIds } : {};
  }

  return { photos, add, remove, describe, upload };
}

export type Photos = ReturnType<typeof usePhotos>;
