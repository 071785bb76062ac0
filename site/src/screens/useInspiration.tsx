"use client";

import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import { findArticles } from "@/articles/filter";
import type { ArticleSummary } from "@/articles/summary";
import { readTopic, topicPath } from "@/kit/paths";

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
  return {
    ...found,
    topic,
    choose,
    words,
    setWords,
    onRead: setTopic,
    showAll: () => {
      setWords("");
      choose(null);
    },
  };
}

/**
 * Reads the topic in the address; shows nothing. The page is static and its HTML is the whole list, so this is the
 * only part that waits for the browser, in a Suspense boundary of its own.
 */
export function TopicReader({ onRead }: { onRead: (topic: string | null) => void }) {
  const params = useSearchParams().toString();
  const pathname = usePathname();
  useLayoutEffect(() => {
    if (pathname === topicPath(null)) onRead(readTopic(new URLSearchParams(params)));
    delete document.documentElement.dataset.narrowing; // set by the page, before the list was painted
  }, [params, pathname, onRead]);
  return null;
}
