"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { filterArticles } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { readTopic, topicPath } from "@/lib/paths";

/** Which articles are shown, and how the visitor narrows them: by a topic, which the address tells, and by words. */
export function useArticleFilter(articles: readonly ArticleSummary[]) {
  const [topic, setTopic] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words);
  const found = useMemo(() => filterArticles(articles, { topic, words: wanted }), [articles, topic, wanted]);
  const choose = useCallback((next: string | null) => {
    setTopic(next);
    window.history.pushState(null, "", topicPath(next));
  }, []);
  const onRead = useCallback(() => setTopic(readTopic(new URLSearchParams(window.location.search))), []);
  return {
    ...found,
    topic,
    choose,
    words,
    setWords,
    onRead,
    showAll: () => {
      setWords("");
      choose(null);
    },
  };
}
