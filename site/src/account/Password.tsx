"use client";

import type { PasswordChangeRequest, ProfileResponse } from "@karst/client";
import { submitForm } from "@/auth/submit";
import { Field } from "@/ui/Field";
import { changePassword } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { words } from "./words";

const said = words.password;

/** Another password, for those who sign in with one. */
export function Password({ profile }: { profile: ProfileResponse }) {
  if (!profile.hasPassword) {
    return (
      <Section title={said.title} text={said.none}>
        <p>
          <a href="/login/forgot">{said.choose}</a>
        </p>
      </Section>
    );
  }
  return (
    <Section title={said.title}>
      <Form<keyof PasswordChangeRequest>
        label={said.title}
        submit={said.submit}
        done={said.done}
        send={(values) => {
          const body = {
            currentPassword: String(values.get("currentPassword")),
            newPassword: String(values.get("newPassword")),
          };
          return submitForm("PasswordChangeRequest", body, () => changePassword(body));
        }}
      >
        {(errors) => (
          <div className={styles.pair}>
            {/* For password managers: whose password this is. */}
            <input
              type="text"
              name="username"
              value={profile.email}
              autoComplete="username"
              readOnly
              hidden
            />
            <Field label={said.current} error={errors.currentPassword}>
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
            <Field label={said.next} hint={said.hint} error={errors.newPassword}>
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
