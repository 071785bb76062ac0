"use client";

import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { t } from "@/messages/contactForm.gen";
import button from "@/ui/button.module.css";
import { Field, InputField } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import styles from "./ContactForm.module.css";
import { useContactForm, type ContactValues } from "./useContactForm";

/** In display order; the first is the default. */
const TYPES = [
  ["general", "types.general"],
  ["business", "types.business"],
  ["travel", "types.travel"],
  ["technical", "types.technical"],
  ["feedback", "types.feedback"],
] as const satisfies readonly [ContactValues["type"], string][];

/** The contact form (R101 to R104). `email` is an alternative address for messages. */
export function ContactForm({ email }: { email: string }) {
  const { form, isSending, outcome, submit, prepare } = useContactForm(email);
  const { errors } = form.formState;
  const status = useRef<HTMLParagraphElement>(null);

  // The submit button lost the focus when it was disabled. Move the focus to the result, unless an invalid field has it.
  useEffect(() => {
    if (document.activeElement?.getAttribute("aria-invalid") !== "true") status.current?.focus();
  }, [outcome]);

  const input = (name: "name" | "email" | "subject", props: ComponentProps<"input">) => (
    <InputField
      label={t(name)}
      error={errors[name]?.message}
      type="text"
      required
      {...props}
      {...form.register(name)}
    />
  );

  return (
    <form
      className={styles.form}
      noValidate
      aria-labelledby="contact-form"
      onFocus={prepare}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="contact-form">{t("title")}</h2>
      <p className={styles.noScript}>{t("noScript")}</p>
      {outcome?.kind === "sent" && (
        <p ref={status} className={styles.sent} tabIndex={-1}>
          <strong>{t("sent.title")}</strong> {t("sent.text")}
        </p>
      )}
      <div className={styles.pair}>
        {input("name", { autoComplete: "name" })}
        {input("email", { type: "email", autoComplete: "email" })}
      </div>
      <Field label={t("type")} error={errors.type?.message}>
        {(inputProps) => (
          <select {...form.register("type")} {...inputProps}>
            {TYPES.map(([type, label]) => (
              <option key={type} value={type}>
                {t(label)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {input("subject", { autoComplete: "off" })}
      <Field label={t("message")} error={errors.message?.message}>
        {(inputProps) => <textarea {...form.register("message")} {...inputProps} rows={7} required />}
      </Field>
      <HoneypotField label={t("leaveBlank")} {...form.register("leaveBlank")} />
      {outcome?.kind === "failed" && (
        <p ref={status} className={styles.failed} tabIndex={-1}>
          {t.rich("failed.status", {
            reason: outcome.reason,
            strong: (text: ReactNode) => <strong key="strong">{text}</strong>,
          })}
        </p>
      )}
      <button type="submit" className={button.primary} disabled={isSending}>
        {isSending ? t("sending") : t("send")}
      </button>
    </form>
  );
}
