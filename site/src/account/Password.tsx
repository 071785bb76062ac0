"use client";

import type { ProfileResponse } from "@karst/client";
import { t } from "@/messages/ownAccount.gen";
import { InputField } from "@/ui/Field";
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
      <Form
        formName="PasswordChangeRequest"
        fields={["currentPassword", "newPassword"]}
        send={changePassword}
        label={t("password.title")}
        submitLabel={t("password.submit")}
        successMessage={t("password.changed")}
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
            <InputField
              label={t("password.current")}
              error={errors.currentPassword}
              name="currentPassword"
              type="password"
              autoComplete="current-password"
              required
            />
            <InputField
              label={t("password.new")}
              hint={t("password.hint")}
              error={errors.newPassword}
              name="newPassword"
              type="password"
              autoComplete="new-password"
              required
            />
          </div>
        )}
      </Form>
    </Section>
  );
}
