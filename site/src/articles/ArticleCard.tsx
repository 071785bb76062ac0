import { isolateBidi } from "@/lib/bidi";
import { articlePath } from "@/lib/paths";
import { t } from "@/messages/articleCard.gen";
import card from "@/ui/card.module.css";
import { LinkPendingIndicator } from "@/ui/LinkPendingIndicator";
import { IntentLink } from "@/ui/IntentLink";
import { Image } from "@/ui/Image";
import styles from "./ArticleCard.module.css";
import type { ArticleSummary } from "./summary";

// R87
const MAX_TAGS = 3;

type Props = {
  article: ArticleSummary;
  /** Among the first cards on the page: its image is loaded eagerly. */
  isFirst?: boolean;
};

/** An article in a list. The whole card is a link. */
export function ArticleCard({ article, isFirst }: Props) {
  const { title, author, summary, tags, date, publicationDate } = article;
  return (
    <article className={`${card.card} ${card.linked}`}>
      <div className={`${card.frame} ${styles.frame}`}>
        <Image
          sources={article.sources}
          alt=""
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 92vw"
          isPriority={isFirst}
        />
        {article.isFeatured && <span className={styles.badge}>{t("featured")}</span>}
      </div>
      <div className={`${card.text} ${styles.text}`}>
        <h3 className={styles.title} dir="auto">
          <IntentLink className="stretched-link" href={articlePath(article)}>
            {title}
            <LinkPendingIndicator label={t("loading")} />
          </IntentLink>
        </h3>
        <p className={styles.byline}>
          <bdi>{author}</bdi>
          <time dateTime={publicationDate}>{date}</time>
        </p>
        <p className={styles.summary} dir="auto">
          {summary}
        </p>
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t("topics", { title: isolateBidi(title) })}>
            {tags.slice(0, MAX_TAGS).map((tag) => (
              <li key={tag} dir="auto">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
