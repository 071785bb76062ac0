"use client";

import type { NewExperience } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/entryForm.gen";
import { notify } from "@/ui/toast/toastStore";
import { useFocusWithin } from "@/ui/useFocusWithin";
import { FormFrame } from "./FormFrame";
import { PhotoFields } from "./PhotoFields";
import { postEntry } from "./queries";
import { MessageField, NationalityField, RatingField } from "./EntryFields";
import { usePhotos } from "./usePhotos";
import { parseChoice, emptyToNull, useEntryForm } from "./useEntryForm";

const EMPTY = { message: "", rating: "", nationality: "", leaveBlank: "" };

type Props = {
  place: { id: number; name: string };
  /** Closes the form; `isSent` says whether an experience was stored. */
  onClose: (isSent: boolean) => void;
};

/** The form for an experience at a place (R72 to R77). Loaded on demand: it needs the form library. */
export function ExperienceForm({ place, onClose }: Props) {
  const photos = usePhotos();
  const form = useEntryForm<typeof EMPTY, Omit<NewExperience, "leaveBlank" | "elapsedMs">>({
    formName: "NewExperience",
    emptyValues: EMPTY,
    toPayload: ({ message, rating, nationality }) => ({
      message,
      // Null if there is none, so that the rule for required fields gives the message.
      rating: parseChoice(rating) as NewExperience["rating"],
      nationality: emptyToNull(nationality),
      relatedPlaceId: place.id,
    }),
    send: async (experience) => {
      await postEntry({ ...experience, ...(await photos.upload()) });
      notify({ title: t("experience.done.title"), text: t("experience.done.text") });
      onClose(true);
    },
    onError: ({ message, requestId }) =>
      notify({ title: t("experience.failed.title"), text: message, requestId, tone: "destructive" }),
    fallbackMessage: t("experience.failed.text"),
  });
  return (
    <div ref={useFocusWithin("textarea")}>
      <FormFrame
        label={t("experience.label", { place: isolateBidi(place.name) })}
        form={form}
        submit={t("experience.submit")}
        onCancel={() => onClose(false)}
      >
        <MessageField field={form.field} hint={t("experience.messageHint")} />
        <RatingField field={form.field} isRequired />
        <NationalityField field={form.field} />
        <PhotoFields {...photos} />
      </FormFrame>
    </div>
  );
}
