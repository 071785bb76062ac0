"use client";

import { useState } from "react";
import type { NewEntry } from "@karst/client";
import type { LatLng } from "@/lib/geo";
import { t } from "@/messages/entryForm.gen";
import { notify } from "@/ui/toast/toastStore";
import { Field } from "@/ui/Field";
import { useFocusWithin } from "@/ui/useFocusWithin";
import styles from "./EntryForm.module.css";
import { FormFrame } from "./FormFrame";
import { PhotoFields } from "./PhotoFields";
import { EntryPosition } from "./EntryPosition";
import { postEntry } from "./queries";
import { MessageField, NationalityField, RatingField } from "./EntryFields";
import { usePhotos } from "./usePhotos";
import { usePlaceNames } from "./usePlaceNames";
import { parseChoice, emptyToNull, useEntryForm } from "./useEntryForm";

const EMPTY = { message: "", rating: "", relatedPlaceId: "", nationality: "", location: "", leaveBlank: "" };

/** The form for a guestbook entry (R107, R111, R112). Loaded on demand: it needs the form library. */
export function EntryForm({ onClose }: { onClose: (isSent: boolean) => void }) {
  const [coordinates, setCoordinates] = useState<LatLng | null>(null);
  const places = usePlaceNames();
  const photos = usePhotos();
  const form = useEntryForm<typeof EMPTY, Omit<NewEntry, "leaveBlank" | "elapsedMs">>({
    formName: "NewEntry",
    emptyValues: EMPTY,
    toPayload: ({ message, rating, relatedPlaceId, nationality, location }) => ({
      message,
      rating: parseChoice(rating),
      relatedPlaceId: parseChoice(relatedPlaceId),
      nationality: emptyToNull(nationality),
      location: emptyToNull(location),
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    }),
    send: async (entry) => {
      await postEntry({ ...entry, ...(await photos.upload()) });
      notify({ title: t("guestbook.done.title"), text: t("guestbook.done.text") });
      onClose(true);
    },
    onError: ({ message, requestId }) =>
      notify({ title: t("guestbook.failed.title"), text: message, requestId, tone: "destructive" }),
    fallbackMessage: t("guestbook.failed.text"),
  });
  const place = form.field("relatedPlaceId");
  const location = form.field("location");
  return (
    <div ref={useFocusWithin("textarea")}>
      <FormFrame
        label={t("guestbook.label")}
        form={form}
        submit={t("guestbook.submit")}
        onCancel={() => onClose(false)}
      >
        <MessageField field={form.field} />
        <RatingField field={form.field} isRequired={false} />
        <div className={styles.pair}>
          <Field label={t("place.label")} error={place.error}>
            {(inputProps) => (
              <select {...place.input} {...inputProps}>
                <option value="">{t("place.none")}</option>
                {places.map(({ id, name }) => (
                  <option key={id} value={id} dir="auto">
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <NationalityField field={form.field} />
        </div>
        <Field label={t("location.label")} hint={t("location.hint")} error={location.error}>
          {(inputProps) => <input {...location.input} {...inputProps} type="text" />}
        </Field>
        <EntryPosition coordinates={coordinates} onChange={setCoordinates} />
        <PhotoFields {...photos} />
      </FormFrame>
    </div>
  );
}
