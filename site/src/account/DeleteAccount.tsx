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
import { texts } from "./texts";

const deleteTexts = texts.deletion;

type Props = { profile: ProfileResponse; hasMail: boolean };

/** Deletes the account after a confirmation with the password, or with an emailed code if there is none (R237). */
export function DeleteAccount({ profile, hasMail }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Section title={deleteTexts.title} text={deleteTexts.text}>
      <ul className={styles.facts}>
        {deleteTexts.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {isConfirming ? (
        <Confirmation profile={profile} hasMail={hasMail} onCancel={() => setConfirming(false)} />
      ) : (
        <button type="button" className={button.secondary} onClick={() => setConfirming(true)}>
          {deleteTexts.ask}
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
          <p className={styles.description}>{deleteTexts.codeHint}</p>
          <ActionButton
            action={sendDeletionCode}
            successMessage={hasMail ? deleteTexts.codeSent : texts.noMail}
          >
            {deleteTexts.sendCode}
          </ActionButton>
        </div>
      )}
      <Form<keyof AccountDeletionRequest>
        label={deleteTexts.title}
        submitLabel={deleteTexts.confirm}
        onSubmit={(values) => {
          const body = { [field]: String(values.get(field)) };
          return submitForm("AccountDeletionRequest", body, async () => {
            await deleteAccount(body);
            notify({ title: deleteTexts.done, text: hasMail ? deleteTexts.confirmed : undefined });
          });
        }}
        secondaryAction={
          <button type="button" className={button.secondary} onClick={onCancel}>
            {deleteTexts.cancel}
          </button>
        }
      >
        {(errors) => (
          <Field label={profile.hasPassword ? deleteTexts.password : deleteTexts.code} error={errors[field]}>
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
