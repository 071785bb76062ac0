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
import { words } from "./words";

const said = words.profile;

/** The names, and the photo that another service gave: it can be removed, none can be added. */
export function Profile({ profile }: { profile: ProfileResponse }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <Section title={said.title}>
      {profile.photoURL && (
        <div className={styles.row}>
          {!hasFailed && (
            <img
              className={styles.photo}
              src={profile.photoURL}
              alt={said.photo}
              referrerPolicy="no-referrer"
              onError={() => setFailed(true)}
            />
          )}
          <ActionButton act={() => saveProfile({ photoURL: null })} done={said.photoRemoved}>
            {said.removePhoto}
          </ActionButton>
        </div>
      )}
      <Form<keyof ProfileChanges>
        label={said.title}
        submit={words.save}
        done={said.done}
        send={(values) => {
          const body = {
            firstName: String(values.get("firstName")),
            lastName: String(values.get("lastName")),
          };
          return submitForm("ProfileChanges", body, () => saveProfile(body));
        }}
      >
        {(errors) => (
          // A change of the stored names replaces the fields; the form stays, and with it its message and the focus.
          <div key={`${profile.firstName}/${profile.lastName}`} className={styles.pair}>
            <Field label={said.firstName} error={errors.firstName}>
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
            <Field label={said.lastName} error={errors.lastName}>
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

/** Whether it is known that the mailbox is this person's. */
export function Email({ profile, hasMail }: { profile: ProfileResponse; hasMail: boolean }) {
  return (
    <Section title="Email" text={profile.isEmailVerified ? words.verified : words.unverified}>
      {!profile.isEmailVerified && (
        <ActionButton act={sendVerification} done={hasMail ? words.verifySent : words.noMail}>
          {words.verify}
        </ActionButton>
      )}
    </Section>
  );
}
