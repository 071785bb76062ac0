"use client";

import { useId, useRef, useState } from "react";
import { ImageOff, ImagePlus, X } from "lucide-react";
import { t } from "@/messages/entryForm.gen";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { ACCEPTED_TYPES, MAX_PHOTOS } from "./photos";
import { IconButton } from "@/ui/IconButton";
import styles from "./PhotoFields.module.css";
import type { Photo, Photos } from "./usePhotos";

/** Up to three photos for an entry, each with a description (R230). */
export function PhotoFields({ photos, add, remove, describe }: Omit<Photos, "upload">) {
  const fileInput = useRef<HTMLInputElement>(null);
  const labelId = useId();
  return (
    <fieldset className={styles.photos} aria-labelledby={labelId}>
      <p id={labelId} className={styles.label}>
        {t("photos.label")}
      </p>
      {photos.length > 0 && (
        <ul className={styles.list}>
          {photos.map((photo, index) => (
            <li key={photo.key}>
              <PhotoField photo={photo} number={index + 1} onRemove={remove} onDescribe={describe} />
            </li>
          ))}
        </ul>
      )}
      {photos.length < MAX_PHOTOS && (
        <div className={styles.add}>
          <button type="button" className={button.secondary} onClick={() => fileInput.current?.click()}>
            <ImagePlus size={18} aria-hidden />
            {t("photos.add")}
          </button>
          <p className={styles.hint}>{t("photos.hint")}</p>
        </div>
      )}
      <input
        ref={fileInput}
        // The button above replaces it, also for screen readers.
        hidden
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        onChange={({ currentTarget }) => {
          add(currentTarget.files ?? []);
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = "";
        }}
      />
    </fieldset>
  );
}

type Props = {
  photo: Photo;
  number: number;
  onRemove: (key: number) => void;
  onDescribe: (key: number, alt: string) => void;
};

function PhotoField({ photo, number, onRemove, onDescribe }: Props) {
  const { key, preview, alt, progress, error } = photo;
  /** This browser cannot decode the image; the server may. */
  const [hasNoPreview, setHasNoPreview] = useState(false);
  return (
    <div className={styles.photo}>
      {hasNoPreview ? (
        <span className={styles.preview}>
          <ImageOff size={28} aria-hidden />
        </span>
      ) : (
        <img className={styles.preview} src={preview} alt="" onError={() => setHasNoPreview(true)} />
      )}
      <Field label={t("photos.alt", { number })} hint={t("photos.altHint")} error={error ?? undefined}>
        {(inputProps) => (
          <input
            {...inputProps}
            type="text"
            value={alt}
            maxLength={300}
            required
            onChange={({ currentTarget }) => onDescribe(key, currentTarget.value)}
          />
        )}
      </Field>
      <IconButton
        className={styles.remove}
        icon={X}
        label={t("photos.remove", { number })}
        size={20}
        onClick={() => onRemove(key)}
      />
      {progress !== null && (
        <progress
          className={styles.progress}
          value={progress}
          aria-label={t("photos.uploading", { number })}
        />
      )}
    </div>
  );
}
