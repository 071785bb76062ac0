"use client";

import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { ago } from "@karst/web/ago";
import { t } from "@/messages/ownAccount.gen";
import { ActionButton } from "./ActionButton";
import { endSession, sessionsQuery, signOutEverywhere } from "./calls";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";

/** The sessions of the account, each with a sign-out button (R222). */
export function Sessions({ uid }: { uid: string }) {
  const { data = [] } = useQuery({ ...sessionsQuery(uid), refetchOnMount: "always" }, queryClient);
  const list = useRef<HTMLUListElement>(null);
  const now = new Date();
  const formatAgo = (time: string) => ago(time, now) ?? "";
  return (
    <Section title={t("sessions.title")}>
      {/* The button disappears with its session: the list gets the focus. */}
      <ul ref={list} className={styles.rows} aria-label={t("sessions.title")} tabIndex={-1}>
        {data.map(({ id, device, usedAt, createdAt, isCurrent }) => {
          const name = device || t("sessions.unknownDevice");
          const signOut = () => endSession(id).then(() => list.current?.focus());
          return (
            <li key={id} className={styles.row}>
              <span className={styles.description}>
                <strong>{name}</strong>{" "}
                {isCurrent && <span className={styles.status}>{t("sessions.here")}</span>}
                <br />
                {t("sessions.used", { used: formatAgo(usedAt), created: formatAgo(createdAt) })}
              </span>
              {!isCurrent && (
                <ActionButton
                  action={signOut}
                  successMessage={t("sessions.signedOut")}
                  label={t("sessions.signOutDevice", { device: name })}
                >
                  {t("sessions.signOut")}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
      <ActionButton action={signOutEverywhere}>{t("sessions.everywhere")}</ActionButton>
    </Section>
  );
}
