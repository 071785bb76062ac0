import { ArrowRight } from "lucide-react";
import { ArticleGrid } from "@/articles/ArticleGrid";
import type { ArticleSummary } from "@/articles/summary";
import { topicPath } from "@/lib/paths";
import { homeTexts } from "@/texts/home";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Featured.module.css";

/** The newest stories; nothing while there are none. */
export function NewestArticles({ stories }: { stories: ArticleSummary[] }) {
  if (stories.length === 0) return null;
  return (
    <section className={styles.stories} aria-labelledby="newest-stories">
      <div className={styles.head}>
        <div>
          <h2 id="newest-stories">{homeTexts.stories}</h2>
          <p>{homeTexts.storiesIntro}</p>
        </div>
        <IntentLink className={button.secondary} href={topicPath(null)}>
          {homeTexts.allStories}
          <ArrowRight size={18} aria-hidden />
        </IntentLink>
      </div>
      <ArticleGrid articles={stories} labelledBy="newest-stories" />
    </section>
  );
}
