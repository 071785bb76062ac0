"use client";

import { useState } from "react";
import { targetName } from "@karst/client/brands";
import { useQuery } from "@tanstack/react-query";
import { MapPin, X } from "lucide-react";
import { queryClient } from "@/api/queryClient";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { isolateBidi } from "@/lib/bidi";
import { mapsHref, websiteHref, websiteName } from "@/lib/links";
import { placePath } from "@/lib/paths";
import { t as tEntry } from "@/messages/entry.gen";
import { t } from "@/messages/entryDialog.gen";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import { IntentLink } from "@/ui/IntentLink";
import { ExternalLink } from "@/ui/ExternalLink";
import { Stars } from "@/ui/Stars";
import { Byline } from "./Byline";
import { Comments } from "./Comments";
import { isPending, type EntrySummary } from "./entry";
import { IconButton } from "@/ui/IconButton";
import styles from "./EntryDialog.module.css";
import { EntryPhotos } from "./EntryPhotos";
import { OwnerReply } from "./OwnerReply";
import { OwnerReplyControls } from "./OwnerReplyControls";
import { PendingLabel } from "./PendingLabel";
import { entryQuery, withdrawEntry } from "./queries";

type Props = { entry: EntrySummary; isOpen: boolean; onClose: () => void; onWithdrawn: (id: number) => void };

/** A whole entry with its comments (R110). Loaded on demand. */
export function EntryDialog({ entry, isOpen, onClose, onWithdrawn }: Props) {
  const { authorName, message, rating, relatedPlace } = entry;
  const { state } = useFirebaseAuth();
  const uid = state.kind === "signedIn" ? state.user.uid : null;
  // The entry of the page is the public one. This response also has the comments and `isOwn`.
  const { data, isPending: isLoading } = useQuery(entryQuery(uid, entry.id), queryClient);
  const ownerReply = data ? data.ownerReply : entry.ownerReply;
  const title = t("title", { author: isolateBidi(authorName || tEntry("anonymous")) });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={title} size="small">
      <div className={styles.entry}>
        <h2 aria-hidden>{title}</h2>
        {isPending(entry) && <PendingLabel />}
        {rating !== null && <Stars rating={rating} label={tEntry("stars", { rating })} />}
        <blockquote className={styles.message} dir="auto">
          {message}
        </blockquote>
        <EntryPhotos entry={entry} size="large" />
        <Byline {...entry} />
        <Location entry={entry} />
        {ownerReply && <OwnerReply reply={ownerReply} />}
        {data && <OwnerReplyControls entry={data} />}
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
            isLoading={isLoading}
            canReply={uid !== null}
          />
        )}
        {data?.isOwn && <WithdrawControl id={entry.id} onWithdrawn={onWithdrawn} />}
        {/* Last in the tab order, so that reading begins at the entry. */}
        <IconButton className={styles.close} icon={X} label={t("close")} onClick={onClose} />
      </div>
    </Dialog>
  );
}

/** The location as text, or as a link to a map if it is a URL or has coordinates (R110). */
function Location({ entry: { location, latitude, longitude } }: { entry: EntrySummary }) {
  const link = /^https?:/i.test(location?.trim() ?? "") ? websiteHref(location) : null;
  const mapsLink = latitude !== null && longitude !== null ? mapsHref({ latitude, longitude }) : null;
  const mapHref = link ?? mapsLink;
  if (!location && !mapHref) return null;
  return (
    <div className={styles.location}>
      {location && !link && (
        <p>
          <span className={styles.term}>{t("location")}</span> <bdi>{location}</bdi>
        </p>
      )}
      {mapHref && (
        <p>
          <ExternalLink href={mapHref} className={button.secondary} title={websiteName(mapHref)}>
            {t("viewOn", { target: targetName(mapHref, "Google Maps") })}
          </ExternalLink>
        </p>
      )}
    </div>
  );
}

/** Deletes the account's own entry after a confirmation. */
function WithdrawControl({ id, onWithdrawn }: { id: number; onWithdrawn: (id: number) => void }) {
  const [step, setStep] = useState<"idle" | "confirming" | "sending">("idle");
  const withdraw = async () => {
    setStep("sending");
    try {
      await withdrawEntry(id);
      notify({ title: t("delete.done") });
      onWithdrawn(id);
    } catch (error) {
      setStep("confirming");
      notify({ title: t("delete.failed"), requestId: requestIdOf(error), tone: "destructive" });
    }
  };
  if (step === "idle") {
    return (
      <p>
        <button type="button" className={button.text} onClick={() => setStep("confirming")}>
          {t("delete.start")}
        </button>
      </p>
    );
  }
  return (
    <div className={styles.confirmation} role="group" aria-label={t("delete.start")}>
      <p>{t("delete.warning")}</p>
      <button
        type="button"
        autoFocus
        className={button.secondary}
        disabled={step === "sending"}
        onClick={() => void withdraw()}
      >
        {t("delete.confirm")}
      </button>
      <button
        type="button"
        className={button.text}
        disabled={step === "sending"}
        onClick={() => setStep("idle")}
      >
        {t("delete.cancel")}
      </button>
    </div>
  );
}
