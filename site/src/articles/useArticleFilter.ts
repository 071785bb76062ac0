"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { findArticles } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { parseTopic, topicPath } from "@/lib/paths";

/** Which articles are shown, and how the visitor narrows them: by a topic, which the address tells, and by words. */
export function useInspiration(articles: readonly ArticleSummary[]) {
  const [topic, setTopic] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words);
  const found = useMemo(() => findArticles(articles, { topic, words: wanted }), [articles, topic, wanted]);
  const choose = useCallback((next: string | null) => {
    setTopic(next);
    window.history.pushState(null, "", topicPath(next));
  }, []);
  const onRead = useCallback(() => setTopic(parseTopic(new URLSearchParams(window.location.search))), []);
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
