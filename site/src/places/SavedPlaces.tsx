"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { likesQuery } from "@/likes/queries";
import { t } from "@/messages/saved.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { SavedCard } from "./SavedCard";
import styles from "./SavedPlaces.module.css";

/** The saved places of an account, newest first. Import it lazily, for signed-in users. */
export function SavedPlaces({ uid, fallback }: { uid: string; fallback: ReactNode }) {
  const { data, isError, refetch } = useQuery(likesQuery(uid), queryClient);
  const status = useRef<HTMLParagraphElement>(null);
  const count = data?.length;
  const previousCount = useRef(count);

  useEffect(() => {
    const hasDecreased =
      previousCount.current !== undefined && count !== undefined && count < previousCount.current;
    previousCount.current = count;
    // The card with the focused heart was removed.
    if (hasDecreased && document.activeElement === document.body) status.current?.focus();
  }, [count]);

  if (!data && !isError) return fallback;
  if (!data) {
    return (
      <EmptyState title={t("failed")} hint={t("failedHint")}>
        <button type="button" className={button.primary} onClick={() => void refetch()}>
          {t("retry")}
        </button>
      </EmptyState>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title={t("none")} hint={t("noneHint")}>
        <IntentLink className={button.primary} href="/explore">
          {t("explore")}
        </IntentLink>
      </EmptyState>
    );
  }
  return (
    <div className={styles.saved}>
      <div className={styles.head}>
        <p ref={status} role="status" tabIndex={-1} className={styles.count}>
          {t("count", { count: data.length })}
        </p>
        <IntentLink className={button.secondary} href="/explore">
          {t("discover")}
        </IntentLink>
      </div>
      <ul className={styles.list} aria-label={t("list")}>
        {data.map((place) => (
          <li key={place.id}>
            <SavedCard place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}
