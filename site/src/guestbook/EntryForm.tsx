"use client";

import { useState } from "react";
import type { NewEntry } from "@karst/client";
import type { LatLng } from "@/lib/geo";
import { notify } from "@/ui/toast/toastStore";
import { guestbookTexts } from "@/texts/guestbook";
import { storyTexts } from "@/texts/story";
import { Field } from "@/ui/Field";
import { useFocusWithin } from "@/ui/useFocusWithin";
import styles from "./EntryForm.module.css";
import { FormFrame } from "./FormFrame";
import { PhotoFields } from "./PhotoFields";
import { Position } from "./EntryPosition";
import { postEntry } from "./queries";
import { Message, Nationality, Rating } from "./EntryFields";
import { usePhotos } from "./usePhotos";
import { usePlaceNames } from "./usePlaceNames";
import { chosen, said, useStoryForm } from "./useEntryForm";

const words = storyTexts;
const EMPTY = { message: "", rating: "", relatedPlaceId: "", nationality: "", location: "", leaveBlank: "" };

/** An entry of the guestbook (rows 107, 111, 112). Load it on first intent: it brings the forms' library along. */
export function EntryForm({ onClose }: { onClose: (isSent: boolean) => void }) {
  const [spot, setSpot] = useState<LatLng | null>(null);
  const places = usePlaceNames();
  const photos = usePhotos();
  const story = useStoryForm<typeof EMPTY, Omit<NewEntry, "leaveBlank" | "elapsedMs">>({
    rules: "NewEntry",
    empty: EMPTY,
    order: ["message", "rating", "relatedPlaceId", "nationality", "location"],
    read: ({ message, rating, relatedPlaceId, nationality, location }) => ({
      message,
      rating: chosen(rating),
      relatedPlaceId: chosen(relatedPlaceId),
      nationality: said(nationality),
      location: said(location),
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
        <Message field={story.field} />
        <Rating field={story.field} isRequired={false} />
        <div className={styles.pair}>
          <Field label={words.optional(words.fields.relatedPlaceId)} error={place.error}>
            {(wears) => (
              <select {...place.input} {...wears}>
                <option value="">{words.noPlace}</option>
                {places.map(({ id, name }) => (
                  <option key={id} value={id} dir="auto">
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Nationality field={story.field} />
        </div>
        <Field label={words.optional(words.fields.location)} hint={words.locationHint} error={location.error}>
          {(wears) => <input {...location.input} {...wears} type="text" />}
        </Field>
        <Position spot={spot} onChange={setSpot} />
        <PhotoFields {...photos} />
      </FormFrame>
    </div>
  );
}
