import type { ReactNode } from "react";
import { t } from "@/messages/formFrame.gen";
import button from "@/ui/button.module.css";
import { HoneypotField } from "@/ui/HoneypotField";
import styles from "./FormFrame.module.css";
import type { EntryFormState } from "./useEntryForm";

type Props = {
  /** The accessible name of the form. */
  label: string;
  form: EntryFormState<"leaveBlank">;
  submit: string;
  /** Closes the form and discards its values. */
  onCancel?: () => void;
  /** Without a border, for a parent that has one. */
  isPlain?: boolean;
  children: ReactNode;
};

/** The frame, honeypot and buttons of every form of the guestbook. */
export function FormFrame({ label, form, submit, onCancel, isPlain = false, children }: Props) {
  return (
    <form
      className={styles.form}
      data-plain={isPlain || undefined}
      aria-label={label}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      {children}
      <HoneypotField label={t("honeypot")} {...form.field("leaveBlank").input} />
      {form.formError && <p className={styles.formError}>{form.formError}</p>}
      <div className={button.row}>
        <button type="submit" className={button.primary} disabled={form.isSending}>
          {form.isSending ? t("sending") : submit}
        </button>
        {onCancel && (
          <button type="button" className={button.secondary} disabled={form.isSending} onClick={onCancel}>
            {t("cancel")}
          </button>
        )}
      </div>
    </form>
  );
}
