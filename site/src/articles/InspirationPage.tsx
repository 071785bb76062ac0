"use client";

import { Suspense } from "react";
import { fold } from "@karst/client/fold";
import { ArticleGrid } from "@/articles/ArticleGrid";
import { countByTopic, listTopics } from "@/articles/filter";
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
import { useArticleFilter } from "./useArticleFilter";

const texts = inspirationTexts;

/** The number of cards in the first row. */
const INITIAL_CARDS = 3;

type Props = { articles: ArticleSummary[]; regionName: string };

/** All articles, featured ones first, with a filter by topic and a text search (R84 to R87). */
export function InspirationPage({ articles, regionName }: Props) {
  const { featured, others, topic, selectTopic, ...filter } = useArticleFilter(articles);
  const topics = listTopics(articles);
  const selected = topic === null ? null : (topics.find((tag) => fold(tag) === fold(topic)) ?? topic);
  const count = featured.length + others.length;
  return (
    <div className={styles.inspiration}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <p>{texts.intro(regionName)}</p>
      </header>
      {articles.length > 0 && (
        <div className={styles.tools}>
          <SearchBox value={filter.query} onChange={filter.setQuery} texts={texts} />
          <ChipRow label={texts.topics} selected={selected}>
            <li>
              <Chip isPressed={selected === null} onPress={() => selectTopic(null)} count={articles.length}>
                {texts.all}
              </Chip>
            </li>
            {topics.map((tag) => (
              <li key={tag}>
                <Chip
                  isPressed={tag === selected}
                  onPress={() => selectTopic(tag === selected ? null : tag)}
                  count={countByTopic(articles, tag)}
                >
                  {tag}
                </Chip>
              </li>
            ))}
          </ChipRow>
        </div>
      )}
      {/* Until the URL has been read, the list may still be filtered. */}
      <Suspense fallback={<p className={styles.loading}>{texts.loading}</p>}>
        <SearchParamsObserver path={topicPath(null)} onChange={filter.readTopicFromUrl} />
      </Suspense>
      <p className="visually-hidden" role="status">
        {texts.found(count)}
      </p>
      <div className={styles.results}>
        {featured.length > 0 && (
          <section>
            <h2 id="featured-guides">{texts.featured}</h2>
            <ArticleGrid
              articles={featured}
              labelledBy="featured-guides"
              hasLead
              initialCards={INITIAL_CARDS}
            />
          </section>
        )}
        {(others.length > 0 || selected !== null) && (
          <section>
            <h2 id="articles">{selected === null ? texts.latest : texts.about(selected)}</h2>
            {others.length > 0 && (
              <ArticleGrid
                articles={others}
                labelledBy="articles"
                initialCards={featured.length > 0 ? 0 : INITIAL_CARDS}
              />
            )}
          </section>
        )}
        {count === 0 && (
          <EmptyState title={texts.none} hint={articles.length > 0 ? texts.noneHint : texts.noneYet}>
            {articles.length > 0 && (
              <button type="button" className={button.primary} onClick={filter.clear}>
                {texts.showAll}
              </button>
            )}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
