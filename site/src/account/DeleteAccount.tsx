"use client";

import { useState } from "react";
import type { AccountDeletionRequest, ProfileResponse } from "@karst/client";
import { submitForm } from "@/auth/submit";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { ActionButton } from "./ActionButton";
import { deleteAccount, sendDeletionCode } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { words } from "./words";

const said = words.leave;

type Props = { profile: ProfileResponse; hasMail: boolean };

/** The way out for good: confirmed with the password, or with a mailed code where there is none. */
export function DeleteAccount({ profile, hasMail }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={said.title} text={said.text}>
      <ul className={styles.facts}>
        {said.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {isAsked ? (
        <Confirmation profile={profile} hasMail={hasMail} onCancel={() => setAsked(false)} />
      ) : (
        <button type="button" className={button.secondary} onClick={() => setAsked(true)}>
          {said.ask}
        </button>
      )}
    </Section>
  );
}

function Confirmation({ profile, hasMail, onCancel }: Props & { onCancel: () => void }) {
  const field = profile.hasPassword ? "currentPassword" : "code";
  return (
    <>
      {!profile.hasPassword && (
        <div className={styles.row}>
          <p className={styles.words}>{said.codeHint}</p>
          <ActionButton act={sendDeletionCode} done={hasMail ? said.codeSent : words.noMail}>
            {said.sendCode}
          </ActionButton>
        </div>
      )}
      <Form<keyof AccountDeletionRequest>
        label={said.title}
        submit={said.confirm}
        send={(values) => {
          const body = { [field]: String(values.get(field)) };
          return submitForm("AccountDeletionRequest", body, async () => {
            await deleteAccount(body);
            notify({ title: said.done, text: hasMail ? said.confirmed : undefined });
          });
        }}
        beside={
          <button type="button" className={button.secondary} onClick={onCancel}>
            {said.cancel}
          </button>
        }
      >
        {(errors) => (
          <Field label={profile.hasPassword ? said.password : said.code} error={errors[field]}>
            {(inputProps) => (
              <input
                name={field}
                type={profile.hasPassword ? "password" : "text"}
                inputMode={profile.hasPassword ? undefined : "numeric"}
                autoComplete={profile.hasPassword ? "current-password" : "one-time-code"}
                autoFocus
                required
                {...inputProps}
              />
            )}
          </Field>
        )}
      </Form>
    </>
  );
}
