"use client";

import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from "react";
import Link from "next/link";
import type { EnquiryForm as Body } from "@karst/client";
import { notify } from "@/notice/toasts";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { Trap } from "@/ui/Trap";
import styles from "./EnquiryForm.module.css";
import type { FieldErrors, Outcome } from "./send";
import { words } from "./words";

/** The checker and the client are fetched when somebody writes: most visitors do not. */
const load = () => import("./send");

/**
 * An enquiry to a place. Before its script runs, or without scripts, the form goes to the server's own page, which has
 * the same rules.
 */
export function EnquiryForm({ place }: { place: { id: number; name: string } }) {
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const openedAt = useRef(0);
  const errors: FieldErrors = outcome?.kind === "refused" ? outcome.errors : {};

  const start = () => {
    openedAt.current ||= performance.now();
    void load();
  };

  // The focus goes to the first field at fault, else to what became of the enquiry.
  useEffect(() => {
    if (!outcome) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? status.current)?.focus();
  }, [outcome]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const sent = event.currentTarget;
    setSending(true);
    const result = await load()
      .then(({ sendEnquiry }) =>
        sendEnquiry(place.id, new FormData(sent), Math.round(performance.now() - openedAt.current)),
      )
      .catch((): Outcome => ({ kind: "refused", errors: {}, reason: "" }));
    setSending(false);
    setOutcome(result);
    if (result.kind === "sent") {
      sent.reset();
      openedAt.current = 0;
      notify(words.sent);
    }
  }

  const field = (name: keyof typeof words.fields, input: ComponentProps<"input">) => (
    <Field label={words.fields[name]} error={errors[name as keyof Body]}>
      {(wears) => <input name={name} {...input} {...wears} />}
    </Field>
  );

  return (
    <details className={styles.enquiry}>
      <summary className={button.secondary}>{words.open}</summary>
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={`/enquiry/${place.id}`}
        noValidate
        aria-label={words.open}
        onFocus={start}
        onSubmit={(event) => void submit(event)}
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
          {(wears) => <textarea name="message" rows={5} maxLength={5000} required {...wears} />}
        </Field>
        <Trap label={words.trap} name="leaveBlank" />
        {outcome?.kind === "sent" && (
          <p ref={status} className={styles.sent} tabIndex={-1}>
            <strong>{words.sent.title}.</strong> {words.sent.text}
          </p>
        )}
        {outcome?.kind === "refused" && Object.keys(errors).length === 0 && (
          <p ref={status} className={styles.failed} tabIndex={-1}>
            <strong>{words.failed.title}.</strong> {outcome.reason || words.failed.text}
          </p>
        )}
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? words.sending : words.send}
        </button>
      </form>
    </details>
  );
}
