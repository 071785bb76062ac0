"use client";

import { Suspense } from "react";
import { fold } from "@karst/client/fold";
import { ArticleGrid } from "@/articles/ArticleGrid";
import { countAbout, topicsOf } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { topicPath } from "@/lib/paths";
import { inspirationTexts } from "@/texts/inspiration";
import { SearchParamsObserver } from "@/ui/SearchParamsObserver";
import button from "@/ui/button.module.css";
import { Chip } from "@/ui/Chip";
import { ChipRow } from "@/ui/ChipRow";
import { EmptyState } from "@/ui/EmptyState";
import { SearchBox } from "@/ui/SearchBox";
import styles from "./InspirationPage.module.css";
import { useInspiration } from "./useArticleFilter";

const words = inspirationTexts;

/** Pictures in the first row. */
const FIRST_CARDS = 3;

type Props = { articles: ArticleSummary[]; regionName: string };

/** Every article: the featured ones first, to be narrowed by topic and by words (rows 84 to 87). */
export function Inspiration({ articles, regionName }: Props) {
  const { featured, others, topic, choose, ...search } = useInspiration(articles);
  const topics = topicsOf(articles);
  const chosen = topic === null ? null : (topics.find((tag) => fold(tag) === fold(topic)) ?? topic);
  const count = featured.length + others.length;
  return (
    <div className={styles.inspiration}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p>{words.intro(regionName)}</p>
      </header>
      {articles.length > 0 && (
        <div className={styles.tools}>
          <SearchBox value={search.words} onChange={search.setWords} texts={words} />
          <ChipRow label={words.topics} selected={chosen}>
            <li>
              <Chip isPressed={chosen === null} onPress={() => choose(null)} count={articles.length}>
                {words.all}
              </Chip>
            </li>
            {topics.map((tag) => (
              <li key={tag}>
                <Chip
                  isPressed={tag === chosen}
                  onPress={() => choose(tag === chosen ? null : tag)}
                  count={countAbout(articles, tag)}
                >
                  {tag}
                </Chip>
              </li>
            ))}
          </ChipRow>
        </div>
      )}
      {/* Until the address has been read, the list may yet be narrowed. */}
      <Suspense fallback={<p className={styles.loading}>{words.loading}</p>}>
        <SearchParamsObserver path={topicPath(null)} onChange={search.onRead} />
      </Suspense>
      <p className="visually-hidden" role="status">
        {words.found(count)}
      </p>
      <div className={styles.results}>
        {featured.length > 0 && (
          <section>
            <h2 id="featured-guides">{words.featured}</h2>
            <ArticleGrid articles={featured} labelledBy="featured-guides" isLed firstCards={FIRST_CARDS} />
          </section>
        )}
        {(others.length > 0 || chosen !== null) && (
          <section>
            <h2 id="articles">{chosen === null ? words.latest : words.about(chosen)}</h2>
            {others.length > 0 && (
              <ArticleGrid
                articles={others}
                labelledBy="articles"
                firstCards={featured.length > 0 ? 0 : FIRST_CARDS}
              />
            )}
          </section>
        )}
        {count === 0 && (
          <EmptyState title={words.none} hint={articles.length > 0 ? words.noneHint : words.noneYet}>
            {articles.length > 0 && (
              <button type="button" className={button.primary} onClick={search.showAll}>
                {words.showAll}
              </button>
            )}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
