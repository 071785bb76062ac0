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
  /** Opens the whole entry; without it the card is the whole entry. */
  onOpen?: (entry: EntrySummary) => void;
  /** The entry stands on its place's own page, which need not be named. */
  isAtPlace?: boolean;
};

/** An entry on paper. Pressing it anywhere opens it; its place opens by itself. */
export function EntryCard({ entry, onOpen, isAtPlace = false }: Props) {
  const { authorName, message, rating, relatedPlace, commentCount } = entry;
  return (
    <article className={styles.card} data-opens={onOpen ? true : undefined}>
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
      <EntryPhotos entry={entry} size="small" />
      <Byline {...entry} />
      {relatedPlace && !isAtPlace && (
        <IntentLink className={styles.place} href={placePath(relatedPlace.slug)} scroll={false}>
          <MapPin size={16} aria-hidden />
          <bdi>{relatedPlace.name}</bdi>
        </IntentLink>
      )}
      {onOpen && (
        <p className={styles.foot}>
          <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(entry)}>
            {guestbookTexts.read}{" "}
            <span className="visually-hidden">{guestbookTexts.readOf(authorName || storyTexts.anonymous)}</span>
          </button>
          {commentCount > 0 && <span>{guestbookTexts.comments(commentCount)}</span>}
        </p>
      )}
    </article>
  );
}
