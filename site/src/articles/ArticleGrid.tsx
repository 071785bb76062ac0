import { ArticleCard } from "./ArticleCard";
import styles from "./ArticleGrid.module.css";
import type { ArticleSummary } from "./summary";

type Props = {
  articles: readonly ArticleSummary[];
  /** Id of the heading that names the list. */
  labelledBy: string;
  /** The first one stands wide, like a magazine's. */
  isLed?: boolean;
  /** How many pictures are on the screen when the page opens. */
  firstCards?: number;
};

/** Articles as cards. */
export function ArticleGrid({ articles, labelledBy, isLed = false, firstCards = 0 }: Props) {
  return (
    <ul className={styles.grid} data-led={isLed || undefined} aria-labelledby={labelledBy}>
      {articles.map((article, at) => (
        <li key={article.id}>
          <ArticleCard article={article} isFirst={at < firstCards} />
        </li>
      ))}
    </ul>
  );
}
