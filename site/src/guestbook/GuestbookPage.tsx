"use client";

import { lazy, Suspense, useState } from "react";
import type { EntryResponse } from "@karst/client";
import { getJson } from "@/api/browser";
import { toEntrySummary, type EntrySummary } from "@/guestbook/entry";
import { EntryCard } from "@/guestbook/EntryCard";
import { ShareExperiencePanel } from "@/guestbook/ShareExperiencePanel";
import { UnlessPending } from "@/guestbook/UnlessPending";
import { t } from "@/messages/guestbook.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./GuestbookPage.module.css";

const loadForm = () => import("@/guestbook/EntryForm");
const EntryForm = lazy(async () => ({ default: (await loadForm()).EntryForm }));
const EntryDialog = lazy(async () => ({ default: (await import("@/guestbook/EntryDialog")).EntryDialog }));

type Props = {
  /** The newest entries. */
  entries: readonly EntrySummary[];
  total: number;
  intro: string;
};

/** The guestbook: entries in columns and the form to add one (R106 to R113). */
export function GuestbookPage({ entries, total, intro }: Props) {
  // Each batch has its own columns, so that loading more does not move the entries above.
  const [olderBatches, setOlderBatches] = useState<EntrySummary[][]>([]);
  const [loadState, setLoadState] = useState<"idle" | "loading" | "failed">("idle");
  const [opened, setOpened] = useState<{ entry: EntrySummary; isOpen: boolean } | null>(null);
  const [withdrawnIds, setWithdrawnIds] = useState<readonly number[]>([]);

  const loadedCount = entries.length + olderBatches.reduce((sum, batch) => sum + batch.length, 0);
  const open = (entry: EntrySummary) => setOpened({ entry, isOpen: true });

  const loadOlder = () => {
    setLoadState("loading");
    getJson<EntryResponse[]>(`/api/guestbook?limit=100&offset=${loadedCount}`).then(
      (batch) => {
        setOlderBatches([...olderBatches, batch.map(toEntrySummary)]);
        setLoadState("idle");
      },
      (error: unknown) => {
        console.warn("Failed to load older entries", error);
        setLoadState("failed");
      },
    );
  };

  return (
    <div className={styles.guestbook}>
      <header className={styles.header}>
        <h1>{t("title")}</h1>
        <p className={styles.intro}>{intro}</p>
        {total > 0 && <p className={styles.count}>{t("count", { count: total - withdrawnIds.length })}</p>}
      </header>

      <ShareExperiencePanel
        texts={{
          prompt: t("share.prompt"),
          signIn: t("share.signIn"),
          invite: t("share.invite"),
          share: t("share.button"),
        }}
        placeId={null}
        onIntent={() => void loadForm().catch(() => {})}
        renderForm={(close) => <EntryForm onClose={close} />}
        onOpen={open}
      />

      {total === 0 && (
        <UnlessPending placeId={null}>
          <EmptyState title={t("empty.title")} hint={t("empty.hint")} />
        </UnlessPending>
      )}
      {[entries, ...olderBatches].map((batch, index) => (
        <ul key={index} className={styles.entries} aria-label={t(index === 0 ? "list" : "older.list")}>
          {batch
            .filter(({ id }) => !withdrawnIds.includes(id))
            .map((entry) => (
              <li key={entry.id} id={`entry-${entry.id}`}>
                <EntryCard entry={entry} onOpen={open} />
              </li>
            ))}
        </ul>
      ))}

      {loadedCount < total && (
        <p className={`${styles.more} needs-scripts no-print`}>
          <button
            type="button"
            className={button.secondary}
            disabled={loadState === "loading"}
            onClick={loadOlder}
          >
            {t(loadState === "loading" ? "older.loading" : "older.show")}
          </button>
        </p>
      )}
      {loadState === "failed" && (
        <p className={`${styles.more} needs-scripts no-print`} role="alert">
          {t("older.failed")}
        </p>
      )}

      {opened && (
        <Suspense>
          <EntryDialog
            key={opened.entry.id}
            entry={opened.entry}
            isOpen={opened.isOpen}
            onClose={() => setOpened({ ...opened, isOpen: false })}
            onWithdrawn={(id) => {
              setOpened(null);
              setWithdrawnIds([...withdrawnIds, id]);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
