"use client";

import { useState } from "react";
import type { ProfileResponse } from "@karst/client";
import { t } from "@/messages/ownAccount.gen";
import { notify } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { InputField } from "@/ui/Field";
import { ActionButton } from "./ActionButton";
import { deleteAccount, sendDeletionCode } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";

/** The keys of what stays, and for how long. */
export const DELETION_FACTS = [
  "deletion.facts.public",
  "deletion.facts.places",
  "deletion.facts.email",
  "deletion.facts.auditLog",
] as const;

type Props = { profile: ProfileResponse; hasMail: boolean };

/** Deletes the account after a confirmation with the password, or with an emailed code if there is none (R237). */
export function DeleteAccount({ profile, hasMail }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Section title={t("deletion.title")} text={t("deletion.text")}>
      <ul className={styles.facts}>
        {DELETION_FACTS.map((fact) => (
          <li key={fact}>{t(fact)}</li>
        ))}
      </ul>
      {isConfirming ? (
        <Confirmation profile={profile} hasMail={hasMail} onCancel={() => setConfirming(false)} />
      ) : (
        <button type="button" className={button.secondary} onClick={() => setConfirming(true)}>
          {t("deletion.start")}
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
          <p className={styles.description}>{t("deletion.codeHint")}</p>
          <ActionButton
            action={sendDeletionCode}
            successMessage={hasMail ? t("deletion.codeSent") : t("deletion.noMail")}
          >
            {t("deletion.sendCode")}
          </ActionButton>
        </div>
      )}
      <Form
        formName="AccountDeletionRequest"
        fields={[field]}
        send={async (body) => {
          await deleteAccount(body);
          notify({ title: t("deletion.deleted"), text: hasMail ? t("deletion.confirmation") : undefined });
        }}
        label={t("deletion.title")}
        submitLabel={t("deletion.confirm")}
        secondaryAction={
          <button type="button" className={button.secondary} onClick={onCancel}>
            {t("deletion.cancel")}
          </button>
        }
      >
        {(errors) => (
          <InputField
            label={profile.hasPassword ? t("deletion.password") : t("deletion.code")}
            error={errors[field]}
            name={field}
            type={profile.hasPassword ? "password" : "text"}
            inputMode={profile.hasPassword ? undefined : "numeric"}
            autoComplete={profile.hasPassword ? "current-password" : "one-time-code"}
            autoFocus
            required
          />
        )}
      </Form>
    </>
  );
}
