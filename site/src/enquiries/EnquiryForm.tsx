"use client";

import { useRef, type ComponentProps } from "react";
import Link from "next/link";
import type { EnquiryRequest as Body } from "@karst/client";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./EnquiryForm.module.css";
import { words } from "./words";

/** The checker and the client are fetched when somebody writes: most visitors do not. */
const load = () => import("./send");

/**
 * An enquiry to a place. Before its script runs, or without scripts, the form goes to the server's own page, which has
 * the same rules.
 */
export function EnquiryForm({ place }: { place: { id: number; name: string } }) {
  const openedAt = useRef(0);
  const { form, isSending, isDone, errors, formError, status } = useSubmit<keyof Body>(async (values) => {
    const { sendEnquiry } = await load();
    const outcome = await sendEnquiry(place.id, values, Math.round(performance.now() - openedAt.current));
    if (outcome.kind === "success") {
      openedAt.current = 0;
      notify(words.sent);
    }
    return outcome;
  });

  const start = () => {
    openedAt.current ||= performance.now();
    void load();
  };

  const field = (name: keyof typeof words.fields, input: ComponentProps<"input">) => (
    <Field label={words.fields[name]} error={errors[name]}>
      {(inputProps) => <input name={name} {...input} {...inputProps} />}
    </Field>
  );

  return (
    <details className={styles.enquiry}>
      <summary className={button.secondary}>{words.open}</summary>
      <form
        {...form}
        className={styles.form}
        method="post"
        action={`/enquiry/${place.id}`}
        aria-label={words.open}
        onFocus={start}
      >
        <p className={styles.recipient}>
          {words.recipient(place.name)} <Link href="/privacy">{words.privacy}</Link>
        </p>
        <div className={styles.pair}>
          {field("name", { autoComplete: "name", maxLength: 120, required: true })}
          {field("email", { type: "email", autoComplete: "email", maxLength: 254, required: true })}
        </div>
        <div className={styles.pair}>
          {field("arrival", { type: "date" })}
          {field("departure", { type: "date" })}
          {field("people", { type: "number", inputMode: "numeric", min: 1, max: 500 })}
        </div>
        <Field label={words.fields.message} error={errors.message}>
          {(inputProps) => <textarea name="message" rows={5} maxLength={5000} required {...inputProps} />}
        </Field>
        <HoneypotField label={words.trap} name="leaveBlank" />
        {isDone && (
          <p ref={status} className={styles.sent} tabIndex={-1}>
            <strong>{words.sent.title}.</strong> {words.sent.text}
          </p>
        )}
        {formError !== null && (
          <p ref={status} className={styles.failed} tabIndex={-1}>
            <strong>{words.failed.title}.</strong> {formError || words.failed.text}
          </p>
        )}
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? words.sending : words.send}
        </button>
      </form>
    </details>
  );
}
