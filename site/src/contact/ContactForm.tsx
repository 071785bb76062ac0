"use client";

import { useEffect, useRef } from "react";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import styles from "./ContactForm.module.css";
import { useContactForm, type ContactValues } from "./useContactForm";
import { words } from "./words";

const TYPES = Object.entries(words.types) as [ContactValues["type"], string][];

/** A message to the guide's people (rows 101 to 104). `email` is where one may write instead. */
export function ContactForm({ email }: { email: string }) {
  const { form, isSending, outcome, submit, prepare } = useContactForm(email);
  const { errors } = form.formState;
  const said = useRef<HTMLParagraphElement>(null);

  // The pressed button was switched off meanwhile: the focus goes on to what became of the message, unless a field
  // has it, whose fault it was.
  useEffect(() => {
    if (document.activeElement?.getAttribute("aria-invalid") !== "true") said.current?.focus();
  }, [outcome]);

  return (
    <form
      className={styles.form}
      noValidate
      aria-labelledby="contact-form"
      onFocus={prepare}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="contact-form">{words.form}</h2>
      <p className={styles.noScript}>{words.noScript}</p>
      {outcome?.kind === "sent" && (
        <p ref={said} className={styles.sent} tabIndex={-1}>
          <strong>{words.sent.title}</strong> {words.sent.text}
        </p>
      )}
      <div className={styles.pair}>
        <Field label={words.fields.name} error={errors.name?.message}>
          {(inputProps) => (
            <input {...form.register("name")} {...inputProps} type="text" autoComplete="name" required />
          )}
        </Field>
        <Field label={words.fields.email} error={errors.email?.message}>
          {(inputProps) => (
            <input {...form.register("email")} {...inputProps} type="email" autoComplete="email" required />
          )}
        </Field>
      </div>
      <Field label={words.fields.type} error={errors.type?.message}>
        {(inputProps) => (
          <select {...form.register("type")} {...inputProps}>
            {TYPES.map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.fields.subject} error={errors.subject?.message}>
        {(inputProps) => (
          <input {...form.register("subject")} {...inputProps} type="text" autoComplete="off" required />
        )}
      </Field>
      <Field label={words.fields.message} error={errors.message?.message}>
        {(inputProps) => <textarea {...form.register("message")} {...inputProps} rows={7} required />}
      </Field>
      <HoneypotField label={words.trap} {...form.register("leaveBlank")} />
      {outcome?.kind === "failed" && (
        <p ref={said} className={styles.failed} tabIndex={-1}>
          <strong>{words.failed.title}.</strong> {outcome.reason}
        </p>
      )}
      <button type="submit" className={button.primary} disabled={isSending}>
        {isSending ? words.sending : words.send}
      </button>
    </form>
  );
}
