"use client";

import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ExportResponse, ProfileResponse, SignInConfigResponse } from "@karst/client";
import { queryClient } from "@/api/queryClient";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { providerName } from "@/auth/providerName";
import { SAVED_LINK } from "@/layout/links";
import { t } from "@/messages/ownAccount.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { ActionButton } from "./ActionButton";
import { downloadData, exportQuery, profileQuery, saveProfile, signInConfigQuery, unlink } from "./calls";
import { Claims } from "./Claims";
import { DeleteAccount } from "./DeleteAccount";
import styles from "./OwnAccount.module.css";
import { Email, Profile } from "./Profile";
import { Password } from "./Password";
import { Section } from "./Section";
import { Sessions } from "./Sessions";

/** Profile, sign-in, contributions, export and deletion of the signed-in account (R237). Render it after sign-in only. */
export function OwnAccount({ loading }: { loading: ReactNode }) {
  const { state } = useFirebaseAuth();
  const uid = state.kind === "signedIn" ? state.user.uid : "";
  const profile = useQuery({ ...profileQuery(uid), refetchOnMount: "always" }, queryClient);
  const exported = useQuery({ ...exportQuery(uid), refetchOnMount: "always" }, queryClient);
  const config = useQuery(signInConfigQuery, queryClient);
  const isFailed = profile.isError || exported.isError || config.isError;
  if (isFailed && !(profile.data && exported.data)) {
    const retry = () => void Promise.all([profile.refetch(), exported.refetch(), config.refetch()]);
    return (
      <EmptyState title={t("failed.title")} hint={t("failed.hint")}>
        <button type="button" className={button.primary} onClick={retry}>
          {t("failed.retry")}
        </button>
      </EmptyState>
    );
  }
  if (!profile.data || !exported.data || !config.data) return loading;
  // Other identity providers manage passwords, sessions and linked sign-ins themselves (R422).
  const isBuiltin = config.data.provider === "builtin";
  const { mail } = config.data;
  return (
    <div className={styles.sections}>
      <p className={styles.lead}>{t("signedInAs", { email: profile.data.email })}</p>
      <Claims uid={uid} isEmailVerified={profile.data.isEmailVerified} />
      <Profile profile={profile.data} />
      {isBuiltin && <Email profile={profile.data} hasMail={mail} />}
      {isBuiltin && <Password profile={profile.data} />}
      {isBuiltin && profile.data.role !== "viewer" && <SecondFactor profile={profile.data} />}
      {profile.data.role !== "viewer" && <ApiTokens />}
      {profile.data.role !== "viewer" && mail && <OwnerReminders profile={profile.data} />}
      {isBuiltin && <LinkedProviders profile={profile.data} config={config.data} />}
      {isBuiltin && <Sessions uid={uid} />}
      <Contributions exported={exported.data} />
      <Section title={t("saved.title")}>
        <p>{t("saved.count", { count: exported.data.likes.length })}</p>
        <IntentLink href={SAVED_LINK.href} className={button.secondary}>
          {t("saved.open")}
        </IntentLink>
      </Section>
      <Section title={t("data.title")} text={t("data.text")}>
        <ActionButton action={downloadData} busyLabel={t("data.preparing")}>
          {t("data.download")}
        </ActionButton>
      </Section>
      <DeleteAccount profile={profile.data} hasMail={mail} />
    </div>
  );
}

/** Links to the console: only staff have a second factor, and its setup is there. */
function SecondFactor({ profile }: { profile: ProfileResponse }) {
  return (
    <Section
      title={t("secondFactor.title")}
      text={profile.hasSecondFactor ? t("secondFactor.on") : t("secondFactor.off")}
    >
      <a href="/admin-portal/account" className={button.secondary}>
        {t("secondFactor.manage")}
      </a>
    </Section>
  );
}

/** Links to the console, where staff create API tokens for programs. */
function ApiTokens() {
  return (
    <Section title={t("tokens.title")} text={t("tokens.text")}>
      <a href="/admin-portal/account" className={button.secondary}>
        {t("tokens.manage")}
      </a>
    </Section>
  );
}

/** Turns the monthly emails about the own places on or off. */
function OwnerReminders({ profile }: { profile: ProfileResponse }) {
  const isOn = profile.ownerReminders;
  return (
    <Section title={t("reminders.title")} text={isOn ? t("reminders.on") : t("reminders.off")}>
      <ActionButton
        action={() => saveProfile({ ownerReminders: !isOn })}
        successMessage={isOn ? t("reminders.stopped") : t("reminders.started")}
      >
        {isOn ? t("reminders.stop") : t("reminders.start")}
      </ActionButton>
    </Section>
  );
}

/** External identity providers that are linked to the account. */
function LinkedProviders({ profile, config }: { profile: ProfileResponse; config: SignInConfigResponse }) {
  return (
    <Section title={t("linked.title")} text={profile.federated.length === 0 ? t("linked.none") : undefined}>
      <ul className={styles.rows}>
        {profile.federated.map((provider) => {
          const name = providerName(provider, config);
          return (
            <li key={provider} className={styles.row}>
              <span>{name}</span>
              <ActionButton
                action={() => unlink(provider)}
                successMessage={t("linked.unlinked", { provider: name })}
                label={t("linked.unlinkProvider", { provider: name })}
              >
                {t("linked.unlink")}
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Entries and comments with their status, newest first. */
function Contributions({ exported }: { exported: ExportResponse }) {
  const lists = [
    {
      label: t("contributions.entries", { count: exported.entries.length }),
      items: exported.entries.map((entry) => ({ ...entry, text: entry.message })),
    },
    {
      label: t("contributions.comments", { count: exported.comments.length }),
      items: exported.comments.map((comment) => ({ ...comment, text: comment.comment })),
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Section title={t("contributions.title")} text={lists.length === 0 ? t("contributions.none") : undefined}>
      {lists.map(({ label, items }) => (
        <div key={label}>
          <h3>{label}</h3>
          <ul className={styles.rows}>
            {items.toReversed().map(({ id, text, status }) => (
              <li key={id} className={styles.row}>
                <span className={styles.description} dir="auto">
                  {text}
                </span>
                <span className={styles.status}>{t("contributions.status", { status })}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <IntentLink href="/guestbook" className={button.secondary}>
        {t("contributions.guestbook")}
      </IntentLink>
    </Section>
  );
}
