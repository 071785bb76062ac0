"use client";

import { lazy } from "react";
import { useRouter } from "next/navigation";
import { experiencesTexts } from "@/texts/experiences";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { useBackgroundSegment } from "@/ui/BackgroundRouteContext";
import type { EntrySummary } from "./entry";
import { EntryCard } from "./EntryCard";
import styles from "./Experiences.module.css";
import { ShareExperiencePanel } from "./ShareExperiencePanel";
import { UnlessPending } from "./UnlessPending";

const loadForm = () => import("./ExperienceForm");
const ExperienceForm = lazy(async () => ({ default: (await loadForm()).ExperienceForm }));

const words = experiencesTexts;

type Props = {
  place: { id: number; name: string };
  /** The newest that everybody sees, at most three. */
  entries: readonly EntrySummary[];
  heading: "h2" | "h3";
  className: string | undefined;
};

/** What travellers tell of a place, and the way to tell it oneself (rows 70 to 77). */
export function Experiences({ place, entries, heading: Heading, className }: Props) {
  const id = `experiences-${place.id}`;
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id}>{words.title}</Heading>
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryCard entry={entry} isAtPlace />
            </li>
          ))}
        </ul>
      ) : (
        <UnlessPending placeId={place.id}>
          <EmptyState title={words.none} hint={words.first(place.name)} />
        </UnlessPending>
      )}
      <ShareExperiencePanel
        words={{
          prompt: words.prompt(place.name),
          signIn: words.signIn,
          invite: words.invite(place.name),
          share: words.share,
        }}
        loading={words.loading}
        placeId={place.id}
        prepare={() => void loadForm().catch(() => {})}
        form={(close) => <ExperienceForm place={place} onClose={close} />}
      />
      <p className={styles.on}>
        <GuestbookLink />
      </p>
    </section>
  );
}

/** On to the guestbook; back to it, where the place lies over it (row 71). */
function GuestbookLink() {
  const isOver = useBackgroundSegment() === "guestbook";
  const { back } = useRouter();
  return isOver ? (
    <button type="button" className={button.secondary} onClick={back}>
      {words.back}
    </button>
  ) : (
    <IntentLink className={button.secondary} href="/guestbook">
      {words.all}
    </IntentLink>
  );
}
