"use client";

import { useState } from "react";
import type { ProfileChanges, ProfileResponse } from "@karst/client";
import { submitForm } from "@/auth/submit";
import { Field } from "@/ui/Field";
import { ActionButton } from "./ActionButton";
import { saveProfile, sendVerification } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { texts } from "./texts";

const profileTexts = texts.profile;

/** The names, and the photo from the identity provider, which can only be removed. */
export function Profile({ profile }: { profile: ProfileResponse }) {
  const [hasPhotoFailed, setPhotoFailed] = useState(false);
  return (
    <Section title={profileTexts.title}>
      {profile.photoURL && (
        <div className={styles.row}>
          {!hasPhotoFailed && (
            <img
              className={styles.photo}
              src={profile.photoURL}
              alt={profileTexts.photo}
              referrerPolicy="no-referrer"
              onError={() => setPhotoFailed(true)}
            />
          )}
          <ActionButton
            action={() => saveProfile({ photoURL: null })}
            successMessage={profileTexts.photoRemoved}
          >
            {profileTexts.removePhoto}
          </ActionButton>
        </div>
      )}
      <Form<keyof ProfileChanges>
        label={profileTexts.title}
        submitLabel={texts.save}
        successMessage={profileTexts.done}
        onSubmit={(values) => {
          const body = {
            firstName: String(values.get("firstName")),
            lastName: String(values.get("lastName")),
          };
          return submitForm("ProfileChanges", body, () => saveProfile(body));
        }}
      >
        {(errors) => (
          // New stored names replace the fields. The form stays mounted, and keeps its message and the focus.
          <div key={`${profile.firstName}/${profile.lastName}`} className={styles.pair}>
            <Field label={profileTexts.firstName} error={errors.firstName}>
              {(inputProps) => (
                <input
                  name="firstName"
                  defaultValue={profile.firstName}
                  autoComplete="given-name"
                  maxLength={80}
                  required
                  {...inputProps}
                />
              )}
            </Field>
            <Field label={profileTexts.lastName} error={errors.lastName}>
              {(inputProps) => (
                <input
                  name="lastName"
                  defaultValue={profile.lastName}
                  autoComplete="family-name"
                  maxLength={80}
                  required
                  {...inputProps}
                />
              )}
            </Field>
          </div>
        )}
      </Form>
    </Section>
  );
}

/** Whether the email address is verified, with a button to verify it. */
export function Email({ profile, hasMail }: { profile: ProfileResponse; hasMail: boolean }) {
  return (
    <Section title="Email" text={profile.isEmailVerified ? texts.verified : texts.unverified}>
      {!profile.isEmailVerified && (
        <ActionButton action={sendVerification} successMessage={hasMail ? texts.verifySent : texts.noMail}>
          {texts.verify}
        </ActionButton>
      )}
    </Section>
  );
}
