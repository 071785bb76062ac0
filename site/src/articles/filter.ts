import { fold, sortedByName } from "@karst/client/fold";
import type { ArticleSummary } from "./summary";

/** Every tag that an article wears, once, in alphabetical order. Tags that differ in case or accents alone are one. */
export function listTopics(articles: readonly Pick<ArticleSummary, "tags">[]): string[] {
  const byName = new Map<string, string>();
  for (const tag of articles.flatMap(({ tags }) => tags)) {
    if (!byName.has(fold(tag))) byName.set(fold(tag), tag);
  }
  return sortedByName([...byName.values()], (tag) => tag);
}

/** How many articles wear a tag. */
export function countByTopic(articles: readonly Pick<ArticleSummary, "tags">[], topic: string): number {
  return articles.filter(isAbout(topic)).length;
}

type Found = {
  /** Shown above the others, only while no topic is chosen (row 85). */
  featured: ArticleSummary[];
  others: ArticleSummary[];
};

/**
 * The articles about a topic (null: all) in which every word occurs: in the title, the author's name, the summary or a
 * tag. In the order given.
 */
export function filterArticles(
  articles: readonly ArticleSummary[],
  { topic, words }: { topic: string | null; words: string },
): Found {
  const wanted = fold(words).split(" ").filter(Boolean);
  const found = articles.filter(
    (article) =>
      (topic === null || isAbout(topic)(article)) &&
      wanted.every((word) => searchText(article).includes(word)),
  );
  if (topic !== null) return { featured: [], others: found };
  return {
    featured: found.filter(({ isFeatured }) => isFeatured),
    others: found.filter(({ isFeatured }) => !isFeatured),
  };
}

function isAbout(topic: string) {
  const wanted = fold(topic);
  return ({ tags }: Pick<ArticleSummary, "tags">) => tags.some((tag) => fold(tag) === wanted);
}

/** A line break parts the fields, so that no word is found across two of them. */
function searchText({ title, author, summary, tags }: ArticleSummary): string {
  return [title, author, summary, ...tags].map(fold).join("\n");
}
