import { MapPin } from "lucide-react";
import { isolateBidi } from "@/lib/bidi";
import { placePath } from "@/lib/paths";
import { t } from "@/messages/entry.gen";
import { hidden } from "@/ui/hidden";
import { IntentLink } from "@/ui/IntentLink";
import { Stars } from "@/ui/Stars";
import { Byline } from "./Byline";
import { isPending, type EntrySummary } from "./entry";
import styles from "./EntryCard.module.css";
import { EntryPhotos } from "./EntryPhotos";
import { OwnerReply } from "./OwnerReply";
import { PendingLabel } from "./PendingLabel";

type Props = {
  entry: EntrySummary;
  /** Opens the dialog with the whole entry; without it the card is not clickable. */
  onOpen?: (entry: EntrySummary) => void;
  /** The card is on the page of its place, which it does not name. */
  isOnPlacePage?: boolean;
};

/** A guestbook entry. A click anywhere opens the entry, a click on the place opens the place. */
export function EntryCard({ entry, onOpen, isOnPlacePage = false }: Props) {
  const { authorName, message, rating, relatedPlace, commentCount, ownerReply } = entry;
  return (
    <article className={styles.card} data-clickable={onOpen ? true : undefined}>
      {isPending(entry) && <PendingLabel />}
      {rating !== null && <Stars rating={rating} label={t("stars", { rating })} />}
      <blockquote className={styles.message} dir="auto">
        {message}
      </blockquote>
      <EntryPhotos entry={entry} size="small" />
      <Byline {...entry} />
      {ownerReply && <OwnerReply reply={ownerReply} />}
      {relatedPlace && !isOnPlacePage && (
        <IntentLink className={styles.place} href={placePath(relatedPlace.slug)} scroll={false}>
          <MapPin size={16} aria-hidden />
          <bdi>{relatedPlace.name}</bdi>
        </IntentLink>
      )}
      {onOpen && (
        <p className={styles.footer}>
          <button
            type="button"
            className={`stretched-link ${styles.open}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(entry)}
          >
            {t.rich("readMore", {
              author: isolateBidi(authorName || t("anonymous")),
              hidden,
            })}
          </button>
          {commentCount > 0 && <span>{t("comments", { count: commentCount })}</span>}
        </p>
      )}
    </article>
  );
}
