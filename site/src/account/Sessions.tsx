"use client";

import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { ago } from "@/lib/ago";
import { ActionButton } from "./ActionButton";
import { endSession, sessionsQuery, signOutEverywhere } from "./calls";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { texts } from "./texts";

const sessionTexts = texts.sessions;

/** The sessions of the account, each with a sign-out button (R222). */
export function Sessions({ uid }: { uid: string }) {
  const { data = [] } = useQuery({ ...sessionsQuery(uid), refetchOnMount: "always" }, queryClient);
  const list = useRef<HTMLUListElement>(null);
  const now = new Date();
  const formatAgo = (time: string) => ago(time, now) || "just now";
  return (
    <Section title={sessionTexts.title}>
      {/* The button disappears with its session: the list gets the focus. */}
      <ul ref={list} className={styles.rows} aria-label={sessionTexts.title} tabIndex={-1}>
        {data.map(({ id, device, usedAt, createdAt, isCurrent }) => {
          const name = device || sessionTexts.unknown;
          const signOut = () => endSession(id).then(() => list.current?.focus());
          return (
            <li key={id} className={styles.row}>
              <span className={styles.description}>
                <strong>{name}</strong>{" "}
                {isCurrent && <span className={styles.status}>{sessionTexts.here}</span>}
                <br />
                {sessionTexts.used(formatAgo(usedAt), formatAgo(createdAt))}
              </span>
              {!isCurrent && (
                <ActionButton
                  action={signOut}
                  successMessage={sessionTexts.done}
                  label={sessionTexts.signOutOf(name)}
                >
                  {sessionTexts.signOut}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
      <ActionButton action={signOutEverywhere}>{sessionTexts.everywhere}</ActionButton>
    </Section>
  );
}
