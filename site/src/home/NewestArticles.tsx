import { ArrowRight } from "lucide-react";
import { ArticleGrid } from "@/articles/ArticleGrid";
import type { ArticleSummary } from "@/articles/summary";
import { topicPath } from "@/lib/paths";
import { t } from "@/messages/home.gen";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import styles from "./Featured.module.css";

/** The newest articles. Renders nothing without articles. */
export function NewestArticles({ articles }: { articles: ArticleSummary[] }) {
  if (articles.length === 0) return null;
  return (
    <section className={styles.articles} aria-labelledby="newest-articles">
      <div className={styles.head}>
        <div>
          <h2 id="newest-articles">{t("articles.title")}</h2>
          <p>{t("articles.intro")}</p>
        </div>
        <IntentLink className={button.secondary} href={topicPath(null)}>
          {t("articles.more")}
          <ArrowRight size={18} aria-hidden />
        </IntentLink>
      </div>
      <ArticleGrid articles={articles} labelledBy="newest-articles" />
    </section>
  );
}
