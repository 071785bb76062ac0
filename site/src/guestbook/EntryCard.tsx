import { Hourglass, MapPin } from "lucide-react";
import { placePath } from "@/lib/paths";
import { guestbookTexts } from "@/texts/guestbook";
import { storyTexts } from "@/texts/story";
import { IntentLink } from "@/ui/IntentLink";
import { Stars } from "@/ui/Stars";
import { Byline } from "./Byline";
import { isPending, type EntrySummary } from "./entry";
import styles from "./EntryCard.module.css";
import { EntryPhotos } from "./EntryPhotos";

type Props = {
  entry: EntrySummary;
  /** Opens the dialog with the whole entry; without it the card is not clickable. */
  onOpen?: (entry: EntrySummary) => void;
  /** The card is on the page of its place, which it does not name. */
  isOnPlacePage?: boolean;
};

/** A guestbook entry. A click anywhere opens the entry, a click on the place opens the place. */
export function EntryCard({ entry, onOpen, isOnPlacePage = false }: Props) {
  const { authorName, message, rating, relatedPlace, commentCount } = entry;
  return (
    <article className={styles.card} data-clickable={onOpen ? true : undefined}>
      {isPending(entry) && (
        <p className={styles.pending}>
          <Hourglass size={16} aria-hidden />
          {storyTexts.pending}
        </p>
      )}
      {rating !== null && <Stars rating={rating} label={storyTexts.stars(rating)} />}
      <blockquote className={styles.message} dir="auto">
        {message}
      </blockquote>
      <EntryPhotos entry={entry} size="small" />
      <Byline {...entry} />
      {relatedPlace && !isOnPlacePage && (
        <IntentLink className={styles.place} href={placePath(relatedPlace.slug)} scroll={false}>
          <MapPin size={16} aria-hidden />
          <bdi>{relatedPlace.name}</bdi>
        </IntentLink>
      )}
      {onOpen && (
        <p className={styles.footer}>
          <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(entry)}>
            {guestbookTexts.read}{" "}
            <span className="visually-hidden">
              {guestbookTexts.readOf(authorName || storyTexts.anonymous)}
            </span>
          </button>
          {commentCount > 0 && <span>{guestbookTexts.comments(commentCount)}</span>}
        </p>
      )}
    </article>
  );
}
