"use client";

import { useState } from "react";
import type { NewEntry } from "@karst/client";
import { notify } from "@/ui/toast/toastStore";
import { guestbookTexts } from "@/texts/guestbook";
import { storyTexts } from "@/texts/story";
import { Field } from "@/ui/Field";
import { useFocusWithin } from "@/ui/useFocusWithin";
import styles from "./EntryForm.module.css";
import { FormFrame } from "./FormFrame";
import { PhotoFields } from "./PhotoFields";
import { EntryPosition, type EntryCoordinates } from "./EntryPosition";
import { postEntry } from "./queries";
import { MessageField, NationalityField, RatingField } from "./EntryFields";
import { usePhotos } from "./usePhotos";
import { usePlaceNames } from "./usePlaceNames";
import { parseChoice, emptyToNull, useEntryForm } from "./useEntryForm";

const words = storyTexts;
const EMPTY = { message: "", rating: "", relatedPlaceId: "", nationality: "", location: "", leaveBlank: "" };

/** An entry of the guestbook (rows 107, 111, 112). Load it on first intent: it brings the forms' library along. */
export function EntryForm({ onClose }: { onClose: (isSent: boolean) => void }) {
  const [spot, setSpot] = useState<EntryCoordinates | null>(null);
  const places = usePlaceNames();
  const photos = usePhotos();
  const story = useEntryForm<typeof EMPTY, Omit<NewEntry, "leaveBlank" | "elapsedMs">>({
    rules: "NewEntry",
    empty: EMPTY,
    order: ["message", "rating", "relatedPlaceId", "nationality", "location"],
    read: ({ message, rating, relatedPlaceId, nationality, location }) => ({
      message,
      rating: parseChoice(rating),
      relatedPlaceId: parseChoice(relatedPlaceId),
      nationality: emptyToNull(nationality),
      location: emptyToNull(location),
      latitude: spot?.latitude ?? null,
      longitude: spot?.longitude ?? null,
    }),
    post: async (entry) => {
      await postEntry({ ...entry, ...(await photos.send()) });
      notify(guestbookTexts.done);
      onClose(true);
    },
    onRefused: ({ message, requestId }) =>
      notify({ title: guestbookTexts.failed, text: message, requestId, tone: "destructive" }),
    fallback: guestbookTexts.failedText,
  });
  const place = story.field("relatedPlaceId");
  const location = story.field("location");
  return (
    <div ref={useFocusWithin("textarea")}>
      <FormFrame
        label={guestbookTexts.form}
        story={story}
        submit={guestbookTexts.submit}
        onCancel={() => onClose(false)}
      >
        <MessageField field={story.field} />
        <RatingField field={story.field} isRequired={false} />
        <div className={styles.pair}>
          <Field label={words.optional(words.fields.relatedPlaceId)} error={place.error}>
            {(inputProps) => (
              <select {...place.input} {...inputProps}>
                <option value="">{words.noPlace}</option>
                {places.map(({ id, name }) => (
                  <option key={id} value={id} dir="auto">
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <NationalityField field={story.field} />
        </div>
        <Field label={words.optional(words.fields.location)} hint={words.locationHint} error={location.error}>
          {(inputProps) => <input {...location.input} {...inputProps} type="text" />}
        </Field>
        <EntryPosition spot={spot} onChange={setSpot} />
        <PhotoFields {...photos} />
      </FormFrame>
    </div>
  );
}
