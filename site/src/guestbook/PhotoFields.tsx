"use client";

import { useId, useRef, useState } from "react";
import { ImageOff, ImagePlus, X } from "lucide-react";
import { storyTexts } from "@/texts/story";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { ACCEPTED_TYPES, MAX_PHOTOS } from "./photos";
import styles from "./PhotoFields.module.css";
import type { Photo, Photos } from "./usePhotos";

const words = storyTexts.photos;

/** Up to three photos for an entry, each said in words (rule B30). */
export function PhotoFields({ photos, add, remove, describe }: Omit<Photos, "send">) {
  const input = useRef<HTMLInputElement>(null);
  const label = useId();
  return (
    <fieldset className={styles.photos} aria-labelledby={label}>
      <p id={label} className={styles.label}>
        {storyTexts.optional(words.label)}
      </p>
      {photos.length > 0 && (
        <ul className={styles.list}>
          {photos.map((photo, index) => (
            <li key={photo.key}>
              <PhotoField photo={photo} nth={index + 1} onRemove={remove} onDescribe={describe} />
            </li>
          ))}
        </ul>
      )}
      {photos.length < MAX_PHOTOS && (
        <div className={styles.add}>
          <button type="button" className={button.secondary} onClick={() => input.current?.click()}>
            <ImagePlus size={18} aria-hidden />
            {words.add}
          </button>
          <p className={styles.hint}>{words.hint}</p>
        </div>
      )}
      <input
        ref={input}
        // The button above stands for it, also for screen readers.
        hidden
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        onChange={({ currentTarget }) => {
          add(currentTarget.files ?? []);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </fieldset>
  );
}

type Props = {
  photo: Photo;
  nth: number;
  onRemove: (key: number) => void;
  onDescribe: (key: number, alt: string) => void;
};

function PhotoField({ photo, nth, onRemove, onDescribe }: Props) {
  const { key, preview, alt, sent, error } = photo;
  /** This browser cannot show it; what it is, the server says. */
  const [isUnseen, setUnseen] = useState(false);
  return (
    <div className={styles.photo}>
      {isUnseen ? (
        <span className={styles.preview}>
          <ImageOff size={28} aria-hidden />
        </span>
      ) : (
        <img className={styles.preview} src={preview} alt="" onError={() => setUnseen(true)} />
      )}
      <Field label={words.alt(nth)} hint={words.altHint} error={error ?? undefined}>
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
      <button
        type="button"
        className={styles.remove}
        aria-label={words.remove(nth)}
        onClick={() => onRemove(key)}
      >
        <X size={20} aria-hidden />
      </button>
      {sent !== null && <progress className={styles.progress} value={sent} aria-label={words.sending(nth)} />}
    </div>
  );
}
