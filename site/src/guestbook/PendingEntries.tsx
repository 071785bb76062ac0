"use client";

import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { queryClient } from "@/api/queryClient";
import { t as tEntry } from "@/messages/entry.gen";
import { t } from "@/messages/pendingEntries.gen";
import { EntryCard } from "./EntryCard";
import { isPending, type EntrySummary } from "./entry";
import { entriesQuery } from "./queries";
import styles from "./PendingEntries.module.css";

/** The account's pending entries about a place, or all of them. Null while they load. */
function usePendingEntries(uid: string, placeId: number | null): EntrySummary[] | null {
  const { data, isError } = useQuery(entriesQuery(uid, placeId), queryClient);
  if (data) return data.filter((entry) => entry.isOwn && isPending(entry));
  return isError ? [] : null;
}

type SummaryProps = {
  uid: string;
  placeId: number | null;
  isShown: boolean;
  onToggle: () => void;
  /** Shown if no entry is pending. */
  fallback: string;
};

/** The number of pending entries, as a button that shows them. */
export function PendingSummary({ uid, placeId, isShown, onToggle, fallback }: SummaryProps) {
  const pending = usePendingEntries(uid, placeId);
  if (!pending?.length) return fallback;
  return (
    <button type="button" className={styles.summary} aria-expanded={isShown} onClick={onToggle}>
      <Hourglass size={18} aria-hidden />
      {t("count", { count: pending.length })}
      <span className={styles.action}>{t(isShown ? "hide" : "show")}</span>
    </button>
  );
}

/** Renders `children` unless the account has pending entries, also while they load. */
export function UnlessAccountHasPending({
  uid,
  placeId,
  children,
}: {
  uid: string;
  placeId: number | null;
  children: ReactNode;
}) {
  return usePendingEntries(uid, placeId)?.length ? null : children;
}

type Props = { uid: string; placeId: number | null; onOpen?: (entry: EntrySummary) => void };

/** The account's pending entries, which only their author sees. */
export default function PendingEntries({ uid, placeId, onOpen }: Props) {
  const pending = usePendingEntries(uid, placeId);
  if (!pending?.length) return null;
  return (
    <div className={styles.pending}>
      <p className={styles.hint}>{t("hint")}</p>
      <ul className={styles.entries} aria-label={tEntry("pending")}>
        {pending.map((entry) => (
          <li key={entry.id}>
            <EntryCard entry={entry} onOpen={onOpen} isOnPlacePage={placeId !== null} />
          </li>
        ))}
      </ul>
    </div>
  );
}
