"use client";

import type { NewExperience } from "@karst/client";
import { notify } from "@/ui/toast/toastStore";
import { experiencesTexts } from "@/texts/experiences";
import { useFocusWithin } from "@/ui/useFocusWithin";
import { FormFrame } from "./FormFrame";
import { PhotoFields } from "./PhotoFields";
import { postEntry } from "./queries";
import { MessageField, NationalityField, RatingField } from "./EntryFields";
import { usePhotos } from "./usePhotos";
import { parseChoice, emptyToNull, useEntryForm } from "./useEntryForm";

const words = experiencesTexts;
const EMPTY = { message: "", rating: "", nationality: "", leaveBlank: "" };

type Props = {
  place: { id: number; name: string };
  /** Closes the form; whether something was sent. */
  onClose: (isSent: boolean) => void;
};

/** How it was at a place (rows 72 to 77). Load it on first intent: it brings the forms' library along. */
export function ExperienceForm({ place, onClose }: Props) {
  const photos = usePhotos();
  const story = useEntryForm<typeof EMPTY, Omit<NewExperience, "leaveBlank" | "elapsedMs">>({
    rules: "NewExperience",
    empty: EMPTY,
    order: ["message", "rating", "nationality"],
    read: ({ message, rating, nationality }) => ({
      message,
      // Left out where there is none, so that the rule about what is missing is the one that speaks.
      rating: parseChoice(rating) as NewExperience["rating"],
      nationality: emptyToNull(nationality),
      relatedPlaceId: place.id,
    }),
    post: async (experience) => {
      await postEntry({ ...experience, ...(await photos.send()) });
      notify(words.done);
      onClose(true);
    },
    onRefused: ({ message, requestId }) =>
      notify({ title: words.failed.title, text: message, requestId, tone: "destructive" }),
    fallback: words.failed.text,
  });
  return (
    <div ref={useFocusWithin("textarea")}>
      <FormFrame
        label={words.form(place.name)}
        story={story}
        submit={words.submit}
        onCancel={() => onClose(false)}
      >
        <MessageField field={story.field} hint={words.hint} />
        <RatingField field={story.field} isRequired />
        <NationalityField field={story.field} />
        <PhotoFields {...photos} />
      </FormFrame>
    </div>
  );
}
