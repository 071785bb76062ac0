import { ArrowRight } from "lucide-react";
import type { EntryResponse } from "@karst/client";
import { placePath } from "@/lib/paths";
import { excerpt } from "@/lib/text";
import { homeTexts } from "@/texts/home";
import { storyTexts } from "@/texts/story";
import { IntentLink } from "@/ui/IntentLink";
import { Stars } from "@/ui/Stars";
import styles from "./Quote.module.css";

const MOST = 280;
/** Below this an entry says too little to stand alone. */
const LEAST = 40;

/** The newest entry that has something to say, or else the newest. */
export function pickQuote(entries: readonly EntryResponse[]): EntryResponse | undefined {
  return entries.find(({ message }) => message.length >= LEAST) ?? entries[0];
}

/** One traveller's words out of the guestbook. */
export function Quote({ entry }: { entry: EntryResponse }) {
  const { authorName, nationality, message, rating, relatedPlace } = entry;
  return (
    <section className={styles.quote} aria-labelledby="from-the-guestbook">
      <h2 id="from-the-guestbook">{homeTexts.quote}</h2>
      <figure>
        {rating !== null && <Stars rating={rating} label={storyTexts.stars(rating)} />}
        <blockquote dir="auto">{excerpt(message, MOST)}</blockquote>
        <figcaption>
          <bdi className={styles.author}>{authorName || storyTexts.anonymous}</bdi>
          {nationality && <bdi>{nationality}</bdi>}
          {relatedPlace && (
            <IntentLink href={placePath(relatedPlace.slug)} scroll={false}>
              <bdi>{relatedPlace.name}</bdi>
            </IntentLink>
          )}
        </figcaption>
      </figure>
      <IntentLink className={styles.more} href="/guestbook">
        {homeTexts.quoteMore}
        <ArrowRight size={18} aria-hidden />
      </IntentLink>
    </section>
  );
}
