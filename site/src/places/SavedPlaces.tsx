"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { likesQuery } from "@/likes/queries";
import { savedTexts } from "@/texts/saved";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { SavedCard } from "./SavedCard";
import styles from "./SavedPlaces.module.css";

const words = savedTexts;

/** Somebody's saved places, the newest first. Load it when somebody is signed in. */
export function SavedPlaces({ uid, waiting }: { uid: string; waiting: ReactNode }) {
  const { data, isError, refetch } = useQuery(likesQuery(uid), queryClient);
  const count = useRef<HTMLParagraphElement>(null);
  const number = data?.length;
  const before = useRef(number);

  useEffect(() => {
    const isFewer = before.current !== undefined && number !== undefined && number < before.current;
    before.current = number;
    // A card went away with the heart that was pressed on it.
    if (isFewer && document.activeElement === document.body) count.current?.focus();
  }, [number]);

  if (!data && !isError) return waiting;
  if (!data) {
    return (
      <EmptyState title={words.failed} hint={words.failedHint}>
        <button type="button" className={button.primary} onClick={() => void refetch()}>
          {words.retry}
        </button>
      </EmptyState>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title={words.none} hint={words.noneHint}>
        <IntentLink className={button.primary} href="/explore">
          {words.start}
        </IntentLink>
      </EmptyState>
    );
  }
  return (
    <div className={styles.saved}>
      <div className={styles.head}>
        <p ref={count} role="status" tabIndex={-1} className={styles.count}>
          {words.count(data.length)}
        </p>
        <IntentLink className={button.secondary} href="/explore">
          {words.discover}
        </IntentLink>
      </div>
      <ul className={styles.list} aria-label={words.list}>
        {data.map((place) => (
          <li key={place.id}>
            <SavedCard place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}
