"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { filterArticles } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { parseTopic, topicPath } from "@/lib/paths";

/** The filtered articles, and the filter: a topic, which is in the URL, and a text query. */
export function useArticleFilter(articles: readonly ArticleSummary[]) {
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
