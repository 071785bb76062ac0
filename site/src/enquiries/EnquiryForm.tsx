"use client";

import { useRef, type ComponentProps } from "react";
import Link from "next/link";
import type { EnquiryRequest } from "@karst/client";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./EnquiryForm.module.css";
import { texts } from "./texts";

/** Validation and API client are loaded on first use: most visitors do not write. */
const loadSend = () => import("./send");

/**
 * The enquiry form of a place (R419). Before hydration and without scripts it posts to the server's own page, which has
 * the same rules.
 */
export function EnquiryForm({ place }: { place: { id: number; name: string } }) {
  const openedAt = useRef(0);
  const { form, isSending, isDone, errors, formError, status } = useSubmit<keyof EnquiryRequest>(
    async (values) => {
      const { sendEnquiry } = await loadSend();
      const outcome = await sendEnquiry(place.id, values, Math.round(performance.now() - openedAt.current));
      if (outcome.kind === "success") {
        openedAt.current = 0;
        notify(texts.sent);
      }
      return outcome;
    },
  );

  const handleFocus = () => {
    openedAt.current ||= performance.now();
    void loadSend();
  };

  const field = (name: keyof typeof texts.fields, input: ComponentProps<"input">) => (
    <Field label={texts.fields[name]} error={errors[name]}>
      {(inputProps) => <input name={name} {...input} {...inputProps} />}
    </Field>
  );

  return (
    <details className={styles.enquiry}>
      <summary className={button.secondary}>{texts.open}</summary>
      <form
        {...form}
        className={styles.form}
        method="post"
        action={`/enquiry/${place.id}`}
        aria-label={texts.open}
        onFocus={handleFocus}
      >
        <p className={styles.recipient}>
          {texts.recipient(place.name)} <Link href="/privacy">{texts.privacy}</Link>
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
        <Field label={texts.fields.message} error={errors.message}>
          {(inputProps) => <textarea name="message" rows={5} maxLength={5000} required {...inputProps} />}
        </Field>
        <HoneypotField label={texts.honeypot} name="leaveBlank" />
        {isDone && (
          <p ref={status} className={styles.sent} tabIndex={-1}>
            <strong>{texts.sent.title}.</strong> {texts.sent.text}
          </p>
        )}
        {formError !== null && (
          <p ref={status} className={styles.failed} tabIndex={-1}>
            <strong>{texts.failed.title}.</strong> {formError || texts.failed.text}
          </p>
        )}
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? texts.sending : texts.send}
        </button>
      </form>
    </details>
  );
}
