"use client";

import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ExportResponse, ProfileResponse } from "@karst/client";
import { queryClient } from "@/api/queryClient";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { SAVED_LINK } from "@/layout/links";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { ActionButton } from "./ActionButton";
import { downloadData, exportQuery, profileQuery, signInConfigQuery, unlink } from "./calls";
import { DeleteAccount } from "./DeleteAccount";
import styles from "./OwnAccount.module.css";
import { Email, Profile } from "./Profile";
import { Password } from "./Password";
import { Section } from "./Section";
import { Sessions } from "./Sessions";
import { words } from "./words";

/** One's own account: who one is, how one signs in, what one wrote, and the ways out. Load it when somebody is signed in. */
export function OwnAccount({ waiting }: { waiting: ReactNode }) {
  const { state } = useFirebaseAuth();
  const uid = state.kind === "signedIn" ? state.user.uid : "";
  const profile = useQuery({ ...profileQuery(uid), refetchOnMount: "always" }, queryClient);
  const kept = useQuery({ ...exportQuery(uid), refetchOnMount: "always" }, queryClient);
  const config = useQuery(signInConfigQuery, queryClient);
  const isFailed = profile.isError || kept.isError || config.isError;
  if (isFailed && !(profile.data && kept.data)) {
    const again = () => void Promise.all([profile.refetch(), kept.refetch(), config.refetch()]);
    return (
      <EmptyState title={words.failed} hint={words.failedHint}>
        <button type="button" className={button.primary} onClick={again}>
          {words.again}
        </button>
      </EmptyState>
    );
  }
  if (!profile.data || !kept.data || !config.data) return waiting;
  // Passwords, sessions and linked sign-ins are our own only where no other provider keeps the accounts.
  const isKeptHere = config.data.provider === "builtin";
  const { mail } = config.data;
  return (
    <div className={styles.sections}>
      <p className={styles.lead}>{words.signedInAs(profile.data.email)}</p>
      <Profile profile={profile.data} />
      {isKeptHere && <Email profile={profile.data} hasMail={mail} />}
      {isKeptHere && <Password profile={profile.data} />}
      {isKeptHere && profile.data.role !== "viewer" && <SecondFactor profile={profile.data} />}
      {isKeptHere && <Linked profile={profile.data} />}
      {isKeptHere && <Sessions uid={uid} />}
      <Writing kept={kept.data} />
      <Section title={words.saved.title}>
        <p>{words.saved.count(kept.data.likes.length)}</p>
        <IntentLink href={SAVED_LINK.href} className={button.secondary}>
          {words.saved.open}
        </IntentLink>
      </Section>
      <Section title={words.data.title} text={words.data.text}>
        <ActionButton act={downloadData} busy={words.data.preparing}>
          {words.data.download}
        </ActionButton>
      </Section>
      <DeleteAccount profile={profile.data} hasMail={mail} />
    </div>
  );
}

/** Setting one up needs the console's parts, and the guide's staff alone has one. */
function SecondFactor({ profile }: { profile: ProfileResponse }) {
  const { factor } = words;
  return (
    <Section title={factor.title} text={profile.hasSecondFactor ? factor.on : factor.off}>
      <a href="/admin-portal/account" className={button.secondary}>
        {factor.manage}
      </a>
    </Section>
  );
}

/** Other services that sign in to this account. */
function Linked({ profile }: { profile: ProfileResponse }) {
  const { linked } = words;
  return (
    <Section title={linked.title} text={profile.federated.length === 0 ? linked.none : undefined}>
      <ul className={styles.rows}>
        {profile.federated.map((provider) => {
          const name = linked.names[provider] ?? provider;
          return (
            <li key={provider} className={styles.row}>
              <span>{name}</span>
              <ActionButton
                act={() => unlink(provider)}
                done={linked.done(name)}
                label={linked.unlinkOf(name)}
              >
                {linked.unlink}
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Entries and comments, the newest first, with whether they are public. */
function Writing({ kept }: { kept: ExportResponse }) {
  const { writing } = words;
  const lists = [
    {
      label: writing.entries(kept.entries.length),
      items: kept.entries.map((one) => ({ ...one, text: one.message })),
    },
    {
      label: writing.comments(kept.comments.length),
      items: kept.comments.map((one) => ({ ...one, text: one.comment })),
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Section title={writing.title} text={lists.length === 0 ? writing.none : undefined}>
      {lists.map(({ label, items }) => (
        <div key={label}>
          <h3>{label}</h3>
          <ul className={styles.rows}>
            {items.toReversed().map(({ id, text, status }) => (
              <li key={id} className={styles.row}>
                <span className={styles.words} dir="auto">
                  {text}
                </span>
                <span className={styles.state}>{writing.states[status] ?? status}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <IntentLink href="/guestbook" className={button.secondary}>
        {writing.guestbook}
      </IntentLink>
    </Section>
  );
}
