"use client";

import { lazy, Suspense, useState } from "react";
import type { EntryResponse } from "@karst/client";
import { getJson } from "@/api/browser";
import { toEntrySummary, type EntrySummary } from "@/guestbook/entry";
import { EntryCard } from "@/guestbook/EntryCard";
import { ShareExperiencePanel } from "@/guestbook/ShareExperiencePanel";
import { UnlessPending } from "@/guestbook/UnlessPending";
import { guestbookTexts } from "@/texts/guestbook";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import styles from "./GuestbookPage.module.css";

const loadForm = () => import("@/guestbook/EntryForm");
const EntryForm = lazy(async () => ({ default: (await loadForm()).EntryForm }));
const EntryDialog = lazy(async () => ({ default: (await import("@/guestbook/EntryDialog")).EntryDialog }));

const texts = guestbookTexts;

type Props = {
  /** The newest entries. */
  entries: readonly EntrySummary[];
  total: number;
  regionName: string;
};

/** The guestbook: entries in columns and the form to add one (R106 to R113). */
export function GuestbookPage({ entries, total, regionName }: Props) {
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
        <h1>{texts.title}</h1>
        <p className={styles.intro}>{texts.intro(regionName)}</p>
        {total > 0 && <p className={styles.count}>{texts.count(total - withdrawnIds.length)}</p>}
      </header>

      <ShareExperiencePanel
        texts={{ prompt: texts.prompt, signIn: texts.signIn, invite: texts.invite, share: texts.add }}
        placeId={null}
        onIntent={() => void loadForm().catch(() => {})}
        renderForm={(close) => <EntryForm onClose={close} />}
        onOpen={open}
      />

      {total === 0 && (
        <UnlessPending placeId={null}>
          <EmptyState title={texts.none} hint={texts.noneHint} />
        </UnlessPending>
      )}
      {[entries, ...olderBatches].map((batch, index) => (
        <ul key={index} className={styles.entries} aria-label={index === 0 ? texts.list : texts.olderList}>
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
        <p className={styles.more}>
          <button
            type="button"
            className={button.secondary}
            disabled={loadState === "loading"}
            onClick={loadOlder}
          >
            {loadState === "loading" ? texts.loadingOlder : texts.older}
          </button>
        </p>
      )}
      {loadState === "failed" && (
        <p className={styles.more} role="alert">
          {texts.olderFailed}
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
