"use client";

import type { PasswordChangeRequest, ProfileResponse } from "@karst/client";
import { submitForm } from "@/auth/submit";
import { Field } from "@/ui/Field";
import { changePassword } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { texts } from "./texts";

const passwordTexts = texts.password;

/** Changes the password; accounts without one get a link to set one. */
export function Password({ profile }: { profile: ProfileResponse }) {
  if (!profile.hasPassword) {
    return (
      <Section title={passwordTexts.title} text={passwordTexts.none}>
        <p>
          <a href="/login/forgot">{passwordTexts.choose}</a>
        </p>
      </Section>
    );
  }
  return (
    <Section title={passwordTexts.title}>
      <Form<keyof PasswordChangeRequest>
        label={passwordTexts.title}
        submitLabel={passwordTexts.submit}
        successMessage={passwordTexts.done}
        onSubmit={(values) => {
          const body = {
            currentPassword: String(values.get("currentPassword")),
            newPassword: String(values.get("newPassword")),
          };
          return submitForm("PasswordChangeRequest", body, () => changePassword(body));
        }}
      >
        {(errors) => (
          <div className={styles.pair}>
            {/* Tells password managers the account. */}
            <input
              type="text"
              name="username"
              value={profile.email}
              autoComplete="username"
              readOnly
              hidden
            />
            <Field label={passwordTexts.current} error={errors.currentPassword}>
              {(inputProps) => (
                <input
                  name="currentPassword"
                  type="password"
                  autoComplete="current-password"
                  required
                  {...inputProps}
                />
              )}
            </Field>
            <Field label={passwordTexts.next} hint={passwordTexts.hint} error={errors.newPassword}>
              {(inputProps) => (
                <input
                  name="newPassword"
                  type="password"
                  autoComplete="new-password"
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
