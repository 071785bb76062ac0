import type { ReactNode } from "react";
import { storyTexts } from "@/texts/story";
import button from "@/ui/button.module.css";
import { HoneypotField } from "@/ui/HoneypotField";
import styles from "./FormFrame.module.css";
import type { EntryFormState } from "./useEntryForm";

type Props = {
  /** The form's name, for ears. */
  label: string;
  story: EntryFormState<"leaveBlank">;
  submit: string;
  /** Cancel forgets what was typed: the form goes away. */
  onCancel?: () => void;
  /** Inside something that has a frame already. */
  isPlain?: boolean;
  children: ReactNode;
};

/** What every form of the guestbook has around its fields. */
export function FormFrame({ label, story, submit, onCancel, isPlain = false, children }: Props) {
  return (
    <form
      className={styles.form}
      data-plain={isPlain || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => void story.submit(event)}
    >
      {children}
      <HoneypotField label={storyTexts.trap} {...story.field("leaveBlank").input} />
      {story.refusal && <p className={styles.refusal}>{story.refusal}</p>}
      <div className={styles.actions}>
        <button type="submit" className={button.primary} disabled={story.isSending}>
          {story.isSending ? storyTexts.sending : submit}
        </button>
        {onCancel && (
          <button type="button" className={button.secondary} disabled={story.isSending} onClick={onCancel}>
            {storyTexts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
