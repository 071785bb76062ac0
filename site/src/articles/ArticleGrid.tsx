import { ArticleCard } from "./ArticleCard";
import styles from "./ArticleGrid.module.css";
import type { ArticleSummary } from "./summary";

type Props = {
  articles: readonly ArticleSummary[];
  /** The id of the heading that labels the list. */
  labelledBy: string;
  /** The first card spans two columns. */
  hasLead?: boolean;
  /** The number of cards that are visible when the page opens. */
  initialCards?: number;
};

export function ArticleGrid({ articles, labelledBy, hasLead = false, initialCards = 0 }: Props) {
  return (
    <ul className={styles.grid} data-led={hasLead || undefined} aria-labelledby={labelledBy}>
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard article={article} isFirst={index < initialCards} />
        </li>
      ))}
    </ul>
  );
}
