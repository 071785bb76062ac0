"use client";

import { useState } from "react";
import { targetName } from "@karst/client/brands";
import { useQuery } from "@tanstack/react-query";
import { Hourglass, MapPin, X } from "lucide-react";
import { queryClient } from "@/api/queryClient";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { mapsHref, websiteHref, websiteName } from "@/lib/links";
import { placePath } from "@/lib/paths";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import { entryTexts } from "@/texts/entry";
import { storyTexts } from "@/texts/story";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import { IntentLink } from "@/ui/IntentLink";
import { ExternalLink } from "@/ui/ExternalLink";
import { Stars } from "@/ui/Stars";
import { Byline } from "./Byline";
import { Comments } from "./Comments";
import { isPending, type EntrySummary } from "./entry";
import styles from "./EntryDialog.module.css";
import { EntryPhotos } from "./EntryPhotos";
import { entryQuery, withdrawEntry } from "./queries";

const words = entryTexts;

type Props = { entry: EntrySummary; isOpen: boolean; onClose: () => void; onWithdrawn: (id: number) => void };

/** An entry as a whole, with its comments (row 110). Load it on first intent. */
export function EntryDialog({ entry, isOpen, onClose, onWithdrawn }: Props) {
  const { authorName, message, rating, relatedPlace } = entry;
  const { state } = useFirebaseAuth();
  const uid = state.kind === "signedIn" ? state.user.uid : null;
  // The page's entry is everybody's; this one knows whose it is, and has the comments.
  const { data, isPending } = useQuery(entryQuery(uid, entry.id), queryClient);
  const title = words.title(authorName || storyTexts.anonymous);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={title} size="small">
      <div className={styles.entry}>
        <h2 aria-hidden>{title}</h2>
        {isPending(entry) && (
          <p className={styles.waiting}>
            <Hourglass size={16} aria-hidden />
            {storyTexts.waiting}
          </p>
        )}
        {rating !== null && <Stars rating={rating} label={storyTexts.stars(rating)} />}
        <blockquote className={styles.message} dir="auto">
          {message}
        </blockquote>
        <EntryPhotos entry={entry} size="large" />
        <Byline {...entry} />
        <Location entry={entry} />
        {relatedPlace && (
          <p>
            <IntentLink
              className={button.secondary}
              href={placePath(relatedPlace.slug)}
              scroll={false}
              onClick={onClose}
            >
              <MapPin size={18} aria-hidden />
              <bdi>{relatedPlace.name}</bdi>
            </IntentLink>
          </p>
        )}
        {!isPending(entry) && (
          <Comments
            entryId={entry.id}
            comments={data?.comments}
            isLoading={isPending}
            canReply={uid !== null}
          />
        )}
        {data?.isOwn && <Withdrawal id={entry.id} onWithdrawn={onWithdrawn} />}
        {/* The last in order, so that the reading begins at the entry. */}
        <button type="button" className={styles.close} aria-label={words.close} onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
    </Dialog>
  );
}

/** Where it was, in words, or on a map: a location that begins with http is a link to one (row 110). */
function Location({ entry: { location, latitude, longitude } }: { entry: EntrySummary }) {
  const link = /^https?:/i.test(location?.trim() ?? "") ? websiteHref(location) : null;
  const spot = latitude !== null && longitude !== null ? mapsHref({ latitude, longitude }) : null;
  const onMap = link ?? spot;
  if (!location && !onMap) return null;
  return (
    <div className={styles.location}>
      {location && !link && (
        <p>
          <span className={styles.term}>{words.location}</span> <bdi>{location}</bdi>
        </p>
      )}
      {onMap && (
        <p>
          <ExternalLink href={onMap} className={button.secondary} title={websiteName(onMap)}>
            {words.viewOn(targetName(onMap, "Google Maps"))}
          </ExternalLink>
        </p>
      )}
    </div>
  );
}

/** Takes one's own entry back, asked twice. */
function Withdrawal({ id, onWithdrawn }: { id: number; onWithdrawn: (id: number) => void }) {
  const [step, setStep] = useState<"idle" | "asked" | "sending">("idle");
  const withdraw = async () => {
    setStep("sending");
    try {
      await withdrawEntry(id);
      notify({ title: words.withdrawn });
      onWithdrawn(id);
    } catch (error) {
      setStep("asked");
      notify({ title: words.withdrawFailed, requestId: requestIdOf(error), tone: "destructive" });
    }
  };
  if (step === "idle") {
    return (
      <p>
        <button type="button" className={button.text} onClick={() => setStep("asked")}>
          {words.withdraw}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.sure} role="group" aria-label={words.withdraw}>
      <p>{words.withdrawSure}</p>
      <button
        type="button"
        autoFocus
        className={button.secondary}
        disabled={step === "sending"}
        onClick={() => void withdraw()}
      >
        {words.withdrawYes}
      </button>
      <button
        type="button"
        className={button.text}
        disabled={step === "sending"}
        onClick={() => setStep("idle")}
      >
        {words.withdrawNo}
      </button>
    </div>
  );
}
