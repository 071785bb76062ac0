"use client";

import { useRef, type ComponentProps, type ReactNode } from "react";
import Link from "next/link";
import type { EnquiryRequest } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/enquiry.gen";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { Field, InputField } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./EnquiryForm.module.css";

const strong = (text: ReactNode) => <strong key="strong">{text}</strong>;

/** Validation and API client are loaded on first use: most travelers do not write. */
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
        notify({ title: t("sent.title"), text: t("sent.text") });
      }
      return outcome;
    },
  );

  const handleFocus = () => {
    openedAt.current ||= performance.now();
    void loadSend();
  };

  const field = (
    name: "name" | "email" | "arrival" | "departure" | "people",
    input: ComponentProps<"input">,
  ) => <InputField label={t(name)} error={errors[name]} name={name} {...input} />;

  return (
    <details className={styles.enquiry}>
      <summary className={button.secondary}>{t("title")}</summary>
      <form
        {...form}
        className={styles.form}
        method="post"
        action={`/enquiry/${place.id}`}
        aria-label={t("title")}
        onFocus={handleFocus}
      >
        <p className={styles.recipient}>
          {t.rich("recipient", {
            place: isolateBidi(place.name),
            link: (text: ReactNode) => (
              <Link key="link" href="/privacy">
                {text}
              </Link>
            ),
          })}
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
        <Field label={t("message")} error={errors.message}>
          {(inputProps) => <textarea name="message" rows={5} maxLength={5000} required {...inputProps} />}
        </Field>
        <HoneypotField label={t("leaveBlank")} name="leaveBlank" />
        {isDone && (
          <p ref={status} className={styles.sent} tabIndex={-1}>
            {t.rich("sent.status", { strong })}
          </p>
        )}
        {formError !== null && (
          <p ref={status} className={styles.failed} tabIndex={-1}>
            {t.rich("failed.status", { strong, reason: formError || t("failed.reason") })}
          </p>
        )}
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? t("sending") : t("send")}
        </button>
      </form>
    </details>
  );
}
