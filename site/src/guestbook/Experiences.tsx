"use client";

import { lazy } from "react";
import { useRouter } from "next/navigation";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/experiences.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { IntentLink } from "@/ui/IntentLink";
import { useBackgroundSegment } from "@/ui/BackgroundRouteContext";
import type { EntrySummary } from "./entry";
import { EntryCard } from "./EntryCard";
import styles from "./Experiences.module.css";
import { OwnerReplyAtPlace } from "./OwnerReplyAtPlace";
import { ShareExperiencePanel } from "./ShareExperiencePanel";
import { UnlessPending } from "./UnlessPending";

const loadForm = () => import("./ExperienceForm");
const ExperienceForm = lazy(async () => ({ default: (await loadForm()).ExperienceForm }));

type Props = {
  place: { id: number; name: string };
  /** The newest public entries, at most three. */
  entries: readonly EntrySummary[];
  heading: "h2" | "h3";
  className: string | undefined;
};

/** The experiences at a place and the form to share one (R70 to R77). */
export function Experiences({ place, entries, heading: Heading, className }: Props) {
  const id = `experiences-${place.id}`;
  const name = isolateBidi(place.name);
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id}>{t("title")}</Heading>
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryCard entry={entry} isOnPlacePage />
              <OwnerReplyAtPlace placeId={place.id} entryId={entry.id} />
            </li>
          ))}
        </ul>
      ) : (
        <UnlessPending placeId={place.id}>
          <EmptyState title={t("empty.title")} hint={t("empty.hint", { place: name })} />
        </UnlessPending>
      )}
      <ShareExperiencePanel
        texts={{
          prompt: t("share.prompt", { place: name }),
          signIn: t("share.signIn"),
          invite: t("share.invite", { place: name }),
          share: t("share.button"),
        }}
        loadingLabel={t("loading")}
        placeId={place.id}
        onIntent={() => void loadForm().catch(() => {})}
        renderForm={(close) => <ExperienceForm place={place} onClose={close} />}
      />
      <p className="no-print">
        <GuestbookLink />
      </p>
    </section>
  );
}

/** A link to the guestbook. If the place is open in a dialog over the guestbook, it closes the dialog instead (R71). */
function GuestbookLink() {
  const isOverGuestbook = useBackgroundSegment() === "guestbook";
  const { back } = useRouter();
  return isOverGuestbook ? (
    <button type="button" className={button.secondary} onClick={back}>
      {t("close")}
    </button>
  ) : (
    <IntentLink className={button.secondary} href="/guestbook">
      {t("guestbook")}
    </IntentLink>
  );
}
