"use client";

import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { queryClient } from "@/api/queryClient";
import { storyTexts } from "@/texts/story";
import { EntryCard } from "./EntryCard";
import { isPending, type EntrySummary } from "./entry";
import { entriesQuery } from "./queries";
import styles from "./PendingEntries.module.css";

/** Somebody's own entries that wait for review: of one place, or all. Null while they are asked for. */
function useWaiting(uid: string, placeId: number | null): EntrySummary[] | null {
  const { data, isError } = useQuery(entriesQuery(uid, placeId), queryClient);
  if (data) return data.filter((entry) => entry.isOwn && isPending(entry));
  return isError ? [] : null;
}

type LineProps = {
  uid: string;
  placeId: number | null;
  isShown: boolean;
  onToggle: () => void;
  /** Said where nothing waits. */
  otherwise: string;
};

/** How many of somebody's entries wait, with the button that shows them. */
export function PendingSummary({ uid, placeId, isShown, onToggle, otherwise }: LineProps) {
  const waiting = useWaiting(uid, placeId);
  if (!waiting?.length) return otherwise;
  return (
    <button type="button" className={styles.line} aria-expanded={isShown} onClick={onToggle}>
      <Hourglass size={18} aria-hidden />
      {storyTexts.waitingCount(waiting.length)}
      <span className={styles.act}>{isShown ? storyTexts.hide : storyTexts.show}</span>
    </button>
  );
}

/** `children` where none of the account's entries wait, and while that is not known yet. */
export function UnlessAccountHasPending({
  uid,
  placeId,
  children,
}: {
  uid: string;
  placeId: number | null;
  children: ReactNode;
}) {
  return useWaiting(uid, placeId)?.length ? null : children;
}

type Props = { uid: string; placeId: number | null; onOpen?: (entry: EntrySummary) => void };

/** The entries that wait, for their author's eyes alone. */
export default function PendingEntries({ uid, placeId, onOpen }: Props) {
  const waiting = useWaiting(uid, placeId);
  if (!waiting?.length) return null;
  return (
    <div className={styles.waiting}>
      <p className={styles.hint}>{storyTexts.waitingHint}</p>
      <ul className={styles.entries} aria-label={storyTexts.waiting}>
        {waiting.map((entry) => (
          <li key={entry.id}>
            <EntryCard entry={entry} onOpen={onOpen} isAtPlace={placeId !== null} />
          </li>
        ))}
      </ul>
    </div>
  );
}
