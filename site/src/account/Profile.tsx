"use client";

import { useState } from "react";
import type { ProfileResponse } from "@karst/client";
import { t } from "@/messages/ownAccount.gen";
import { InputField } from "@/ui/Field";
import { ActionButton } from "./ActionButton";
import { saveProfile, sendVerification } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";

/** The names, and the photo from the identity provider, which can only be removed. */
export function Profile({ profile }: { profile: ProfileResponse }) {
  const [hasPhotoFailed, setPhotoFailed] = useState(false);
  return (
    <Section title={t("profile.title")}>
      {profile.photoURL && (
        <div className={styles.row}>
          {!hasPhotoFailed && (
            <img
              className={styles.photo}
              src={profile.photoURL}
              alt={t("profile.photo")}
              referrerPolicy="no-referrer"
              onError={() => setPhotoFailed(true)}
            />
          )}
          <ActionButton
            action={() => saveProfile({ photoURL: null })}
            successMessage={t("profile.photoRemoved")}
          >
            {t("profile.removePhoto")}
          </ActionButton>
        </div>
      )}
      <Form
        formName="ProfileChanges"
        fields={["firstName", "lastName"]}
        send={saveProfile}
        label={t("profile.title")}
        submitLabel={t("profile.save")}
        successMessage={t("profile.saved")}
      >
        {(errors) => (
          // New stored names replace the fields. The form stays mounted, and keeps its message and the focus.
          <div key={`${profile.firstName}/${profile.lastName}`} className={styles.pair}>
            <InputField
              label={t("profile.firstName")}
              error={errors.firstName}
              name="firstName"
              defaultValue={profile.firstName}
              autoComplete="given-name"
              maxLength={80}
              required
            />
            <InputField
              label={t("profile.lastName")}
              error={errors.lastName}
              name="lastName"
              defaultValue={profile.lastName}
              autoComplete="family-name"
              maxLength={80}
              required
            />
          </div>
        )}
      </Form>
    </Section>
  );
}

/** Whether the email address is verified, with a button to verify it. */
export function Email({ profile, hasMail }: { profile: ProfileResponse; hasMail: boolean }) {
  return (
    <Section
      title={t("email.title")}
      text={profile.isEmailVerified ? t("email.verified") : t("email.unverified")}
    >
      {!profile.isEmailVerified && (
        <ActionButton
          action={sendVerification}
          successMessage={hasMail ? t("email.sent") : t("email.noMail")}
        >
          {t("email.verify")}
        </ActionButton>
      )}
    </Section>
  );
}
