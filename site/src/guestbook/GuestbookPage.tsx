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

const words = guestbookTexts;

type Props = {
  /** The newest. */
  entries: readonly EntrySummary[];
  /** How many there are in all. */
  total: number;
  regionName: string;
};

/** What travellers wrote, as paper cards in columns, and the way to write oneself (rows 106 to 113). */
export function GuestbookPage({ entries, total, regionName }: Props) {
  // Each further batch has columns of its own, so that what is being read stays where it is.
  const [older, setOlder] = useState<EntrySummary[][]>([]);
  const [loading, setLoading] = useState<"idle" | "loading" | "failed">("idle");
  const [opened, setOpened] = useState<{ entry: EntrySummary; isOpen: boolean } | null>(null);
  const [withdrawn, setWithdrawn] = useState<readonly number[]>([]);

  const shown = entries.length + older.reduce((sum, batch) => sum + batch.length, 0);
  const open = (entry: EntrySummary) => setOpened({ entry, isOpen: true });

  const showOlder = () => {
    setLoading("loading");
    getJson<EntryResponse[]>(`/api/guestbook?limit=100&offset=${shown}`).then(
      (batch) => {
        setOlder([...older, batch.map(toEntrySummary)]);
        setLoading("idle");
      },
      (error: unknown) => {
        console.warn("Older entries could not be loaded", error);
        setLoading("failed");
      },
    );
  };

  return (
    <div className={styles.guestbook}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.intro}>{words.intro(regionName)}</p>
        {total > 0 && <p className={styles.count}>{words.count(total - withdrawn.length)}</p>}
      </header>

      <ShareExperiencePanel
        words={{ prompt: words.prompt, signIn: words.signIn, invite: words.invite, share: words.add }}
        placeId={null}
        prepare={() => void loadForm().catch(() => {})}
        form={(close) => <EntryForm onClose={close} />}
        onOpen={open}
      />

      {total === 0 && (
        <UnlessPending placeId={null}>
          <EmptyState title={words.none} hint={words.noneHint} />
        </UnlessPending>
      )}
      {[entries, ...older].map((batch, at) => (
        <ul key={at} className={styles.entries} aria-label={at === 0 ? words.list : words.olderList}>
          {batch
            .filter(({ id }) => !withdrawn.includes(id))
            .map((entry) => (
              <li key={entry.id} id={`entry-${entry.id}`}>
                <EntryCard entry={entry} onOpen={open} />
              </li>
            ))}
        </ul>
      ))}

      {shown < total && (
        <p className={styles.more}>
          <button
            type="button"
            className={button.secondary}
            disabled={loading === "loading"}
            onClick={showOlder}
          >
            {loading === "loading" ? words.loadingOlder : words.older}
          </button>
        </p>
      )}
      {loading === "failed" && (
        <p className={styles.more} role="alert">
          {words.olderFailed}
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
              setWithdrawn([...withdrawn, id]);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
