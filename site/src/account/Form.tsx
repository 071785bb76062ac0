"use client";

import type { ReactNode } from "react";
import button from "@/ui/button.module.css";
import { useSubmit, type SubmitResult } from "@/ui/useSubmit";
import styles from "./OwnAccount.module.css";
import { words } from "./words";

type Props<Field extends string> = {
  /** The form's name, for ears. */
  label: string;
  send: (values: FormData) => Promise<SubmitResult<Field>>;
  submit: string;
  /** What is said when it was done. */
  done?: string;
  /** Stands beside the button. */
  beside?: ReactNode;
  children: (errors: Partial<Record<Field, string>>) => ReactNode;
};

/** A form of the account's page: faults beside their fields, what became of it above the button. */
export function Form<Field extends string>({ label, send, submit, done, beside, children }: Props<Field>) {
  const { form, isSending, isDone, errors, formError, status } = useSubmit<Field>(send);
  return (
    <form {...form} className={styles.form} aria-label={label}>
      {children(errors)}
      {isDone && done && (
        <p ref={status} className={styles.done} tabIndex={-1}>
          {done}
        </p>
      )}
      {formError !== null && (
        <p ref={status} className={styles.failed} tabIndex={-1}>
          {formError || words.unsent}
        </p>
      )}
      <div className={styles.buttons}>
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? words.saving : submit}
        </button>
        {beside}
      </div>
    </form>
  );
}
