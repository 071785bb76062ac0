import { ArrowRight } from "lucide-react";
import type { EntryResponse } from "@karst/client";
import { placePath } from "@/lib/paths";
import { excerpt } from "@karst/web/text";
import { t as tEntry } from "@/messages/entry.gen";
import { t } from "@/messages/home.gen";
import { IntentLink } from "@/ui/IntentLink";
import { Stars } from "@/ui/Stars";
import styles from "./Quote.module.css";

const MAX_LENGTH = 280;
/** Shorter entries say too little to be quoted. */
const MIN_LENGTH = 40;

/** The newest entry that is long enough, or else the newest entry. */
export function pickQuote(entries: readonly EntryResponse[]): EntryResponse | undefined {
  return entries.find(({ message }) => message.length >= MIN_LENGTH) ?? entries[0];
}

/** A quote from the guestbook. */
export function Quote({ entry }: { entry: EntryResponse }) {
  const { authorName, nationality, message, rating, relatedPlace } = entry;
  return (
    <section className={styles.quote} aria-labelledby="from-the-guestbook">
      <h2 id="from-the-guestbook">{t("quote.title")}</h2>
      <figure>
        {rating !== null && <Stars rating={rating} label={tEntry("stars", { rating })} />}
        <blockquote dir="auto">{excerpt(message, MAX_LENGTH)}</blockquote>
        <figcaption>
          <bdi className={styles.author}>{authorName || tEntry("anonymous")}</bdi>
          {nationality && <bdi>{nationality}</bdi>}
          {relatedPlace && (
            <IntentLink href={placePath(relatedPlace.slug)} scroll={false}>
              <bdi>{relatedPlace.name}</bdi>
            </IntentLink>
          )}
        </figcaption>
      </figure>
      <IntentLink className={styles.more} href="/guestbook">
        {t("quote.more")}
        <ArrowRight size={18} aria-hidden />
      </IntentLink>
    </section>
  );
}
