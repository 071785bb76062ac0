"use client";

import { Suspense, useCallback, useDeferredValue, useMemo, useState } from "react";
import { fold } from "@karst/client/fold";
import { ArticleGrid } from "@/articles/ArticleGrid";
import { countByTopic, filterArticles, listTopics } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { isolateBidi } from "@/lib/bidi";
import { parseTopic, topicPath } from "@/lib/paths";
import { t } from "@/messages/inspiration.gen";
import { SearchParamsObserver } from "@/ui/SearchParamsObserver";
import button from "@/ui/button.module.css";
import { Chip } from "@/ui/Chip";
import { ChipRow } from "@/ui/ChipRow";
import { EmptyState } from "@/ui/EmptyState";
import { SearchBox } from "@/ui/SearchBox";
import styles from "./InspirationPage.module.css";

/** The number of cards in the first row. */
const INITIAL_CARDS = 3;

type Props = { articles: ArticleSummary[]; intro: string };

/** All articles, featured ones first, with a filter by topic and a text search (R84 to R87). */
export function InspirationPage({ articles, intro }: Props) {
  const { featured, others, topic, selectTopic, ...filter } = useArticleFilter(articles);
  const topics = listTopics(articles);
  const selected = topic === null ? null : (topics.find((tag) => fold(tag) === fold(topic)) ?? topic);
  const count = featured.length + others.length;
  return (
    <div className={styles.inspiration}>
      <header className={styles.head}>
        <h1>{t("title")}</h1>
        <p>{intro}</p>
      </header>
      {articles.length > 0 && (
        <div className={styles.tools}>
          <SearchBox
            value={filter.query}
            onChange={filter.setQuery}
            texts={{
              searchLabel: t("search.label"),
              search: t("search.placeholder"),
              clearSearch: t("search.clear"),
            }}
          />
          <ChipRow label={t("topics")} selected={selected}>
            <li>
              <Chip isPressed={selected === null} onPress={() => selectTopic(null)} count={articles.length}>
                {t("allTopics")}
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
      <Suspense fallback={<p className={styles.loading}>{t("loading")}</p>}>
        <SearchParamsObserver path={topicPath(null)} onChange={filter.readTopicFromUrl} />
      </Suspense>
      <p className="visually-hidden" role="status">
        {t("found", { count })}
      </p>
      <div className={styles.results}>
        {featured.length > 0 && (
          <section>
            <h2 id="featured-guides">{t("featured")}</h2>
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
            <h2 id="articles">
              {selected === null ? t("latest") : t("about", { topic: isolateBidi(selected) })}
            </h2>
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
          <EmptyState
            title={t("none.title")}
            hint={articles.length > 0 ? t("none.filtered") : t("none.empty")}
          >
            {articles.length > 0 && (
              <button type="button" className={button.primary} onClick={filter.clear}>
                {t("none.clear")}
              </button>
            )}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** The filtered articles, and the filter: a topic, which is in the URL, and a text query. */
function useArticleFilter(articles: readonly ArticleSummary[]) {
  const [topic, setTopic] = useState<string | null>(null);
  const [query, setQuery] = useState("");
  const deferredQuery = useDeferredValue(query);
  const filtered = useMemo(
    () => filterArticles(articles, { topic, query: deferredQuery }),
    [articles, topic, deferredQuery],
  );
  const selectTopic = useCallback((next: string | null) => {
    setTopic(next);
    window.history.pushState(null, "", topicPath(next));
  }, []);
  const readTopicFromUrl = useCallback(
    () => setTopic(parseTopic(new URLSearchParams(window.location.search))),
    [],
  );
  return {
    ...filtered,
    topic,
    selectTopic,
    query,
    setQuery,
    readTopicFromUrl,
    clear: () => {
      setQuery("");
      selectTopic(null);
    },
  };
}
