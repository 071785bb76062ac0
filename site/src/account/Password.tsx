"use client";

import type { PasswordChangeRequest, ProfileResponse } from "@karst/client";
import { submitForm } from "@/auth/submit";
import { t } from "@/messages/ownAccount.gen";
import { Field } from "@/ui/Field";
import { changePassword } from "./calls";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";

/** Changes the password; accounts without one get a link to set one. */
export function Password({ profile }: { profile: ProfileResponse }) {
  if (!profile.hasPassword) {
    return (
      <Section title={t("password.title")} text={t("password.none")}>
        <p>
          <a href="/login/forgot">{t("password.choose")}</a>
        </p>
      </Section>
    );
  }
  return (
    <Section title={t("password.title")}>
      <Form<keyof PasswordChangeRequest>
        label={t("password.title")}
        submitLabel={t("password.submit")}
        successMessage={t("password.changed")}
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
            <Field label={t("password.current")} error={errors.currentPassword}>
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
            <Field label={t("password.new")} hint={t("password.hint")} error={errors.newPassword}>
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
