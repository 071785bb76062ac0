"use client";

import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { ago } from "@/lib/ago";
import { ActionButton } from "./ActionButton";
import { endSession, sessionsQuery, signOutEverywhere } from "./calls";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";
import { words } from "./words";

const said = words.sessions;

/** Each place where one is signed in, and the way out of it. */
export function Sessions({ uid }: { uid: string }) {
  const { data = [] } = useQuery({ ...sessionsQuery(uid), refetchOnMount: "always" }, queryClient);
  const list = useRef<HTMLUListElement>(null);
  const now = new Date();
  const when = (moment: string) => ago(moment, now) || "just now";
  return (
    <Section title={said.title}>
      {/* The button that ended a session goes with it: the list keeps the focus. */}
      <ul ref={list} className={styles.rows} aria-label={said.title} tabIndex={-1}>
        {data.map(({ id, device, usedAt, createdAt, isCurrent }) => {
          const name = device || said.unknown;
          const end = () => endSession(id).then(() => list.current?.focus());
          return (
            <li key={id} className={styles.row}>
              <span className={styles.words}>
                <strong>{name}</strong> {isCurrent && <span className={styles.state}>{said.here}</span>}
                <br />
                {said.used(when(usedAt), when(createdAt))}
              </span>
              {!isCurrent && (
                <ActionButton act={end} done={said.done} label={said.signOutOf(name)}>
                  {said.signOut}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
      <ActionButton act={signOutEverywhere}>{said.everywhere}</ActionButton>
    </Section>
  );
}
