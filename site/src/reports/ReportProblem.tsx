"use client";

import { useId, useRef, type ComponentProps, type ReactNode } from "react";
import Link from "next/link";
import type { ReportRequest } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/report.gen";
import button from "@/ui/button.module.css";
import { Field, InputField } from "@/ui/Field";
import { HoneypotField } from "@/ui/HoneypotField";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./ReportProblem.module.css";

const KINDS = [
  "wrongHours",
  "closedForGood",
  "wrongPosition",
  "wrongContact",
  "wrongPrice",
  "unsafe",
  "other",
] as const;

const strong = (text: ReactNode) => <strong key="strong">{text}</strong>;

/** Validation and API client are loaded on first use: most travelers report nothing. */
const loadSend = () => import("./send");

/**
 * The form for reporting a problem with a place (R217, R516). Before hydration and without scripts it posts to the server's
 * own page, which has the same rules.
 */
export function ReportProblem({ place }: { place: { id: number; version: number; name: string } }) {
  const openedAt = useRef(0);
  const kindError = useId();
  const { form, isSending, isDone, errors, formError, status } = useSubmit<keyof ReportRequest>(
    async (values) => {
      const { sendReport } = await loadSend();
      const outcome = await sendReport(place.id, values, Math.round(performance.now() - openedAt.current));
      if (outcome.kind === "success") openedAt.current = 0;
      return outcome;
    },
  );

  const handleFocus = () => {
    openedAt.current ||= performance.now();
    void loadSend();
  };

  const field = (
    name: "hours" | "phone" | "website" | "latitude" | "longitude",
    input: ComponentProps<"input">,
  ) => <InputField label={t(name)} error={errors[name]} name={name} {...input} />;

  return (
    <details className={styles.report}>
      <summary>{t("title")}</summary>
      <form
        {...form}
        className={styles.form}
        method="post"
        action={`/report/${place.id}`}
        aria-label={t("title")}
        onFocus={handleFocus}
      >
        <p className={styles.intro}>
          {t.rich("intro", {
            place: isolateBidi(place.name),
            link: (text: ReactNode) => (
              <Link key="link" href="/privacy">
                {text}
              </Link>
            ),
          })}
        </p>
        <input type="hidden" name="version" value={place.version} />
        <fieldset className={styles.kinds}>
          <legend>{t("kind")}</legend>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="kind"
                value={kind}
                required
                aria-invalid={errors.kind !== undefined}
                aria-describedby={errors.kind ? kindError : undefined}
              />
              {t(`kinds.${kind}`)}
            </label>
          ))}
          {errors.kind && (
            <p id={kindError} className={styles.failed}>
              {errors.kind}
            </p>
          )}
        </fieldset>
        {/* The styles show a field of these only with its kind. */}
        <div className={styles.hours}>{field("hours", { maxLength: 255 })}</div>
        <div className={styles.contact}>
          {field("phone", { type: "tel", maxLength: 60 })}
          {field("website", { type: "url", maxLength: 1000 })}
        </div>
        <div className={styles.position}>
          {field("latitude", { inputMode: "decimal", maxLength: 20 })}
          {field("longitude", { inputMode: "decimal", maxLength: 20 })}
        </div>
        <Field label={t("details")} error={errors.details}>
          {(inputProps) => <textarea name="details" rows={4} maxLength={2000} {...inputProps} />}
        </Field>
        <InputField
          label={t("email")}
          hint={t("emailHint")}
          error={errors.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <HoneypotField label={t("leaveBlank")} name="leaveBlank" />
        {isDone && (
          <p ref={status} className={styles.sent} tabIndex={-1}>
            {t.rich("sent", { strong })}
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
