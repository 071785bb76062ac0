"use client";

import type { ReactNode } from "react";
import type { FormName } from "@karst/client/check";
import { submitForm } from "@/auth/submit";
import { t } from "@/messages/ownAccount.gen";
import button from "@/ui/button.module.css";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./OwnAccount.module.css";

type Props<Field extends string> = {
  /** The accessible name. */
  label: string;
  /** The form of the API whose rules are checked before sending. */
  formName: FormName;
  /** The fields that are sent. */
  fields: readonly Field[];
  send: (body: Record<Field, string>) => Promise<unknown>;
  submitLabel: string;
  successMessage?: string;
  /** Rendered beside the submit button. */
  secondaryAction?: ReactNode;
  children: (errors: Partial<Record<Field, string>>) => ReactNode;
};

/** A form of the account page: errors at their fields, the result above the button. */
export function Form<Field extends string>({
  label,
  formName,
  fields,
  send,
  submitLabel,
  successMessage,
  secondaryAction,
  children,
}: Props<Field>) {
  const { form, isSending, isDone, errors, formError, status } = useSubmit<Field>((values) => {
    const body = Object.fromEntries(fields.map((name) => [name, String(values.get(name))]));
    return submitForm(formName, body, () => send(body as Record<Field, string>));
  });
  return (
    <form {...form} className={styles.form} aria-label={label}>
      {children(errors)}
      {isDone && successMessage && (
        <p ref={status} className={styles.done} tabIndex={-1}>
          {successMessage}
        </p>
      )}
      {formError !== null && (
        <p ref={status} className={styles.failed} tabIndex={-1}>
          {formError || t("unsent")}
        </p>
      )}
      <div className={button.row}>
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? t("saving") : submitLabel}
        </button>
        {secondaryAction}
      </div>
    </form>
  );
}
