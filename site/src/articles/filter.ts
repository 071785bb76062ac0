import { fold, sortedByName } from "@karst/client/fold";
import type { ArticleSummary } from "./summary";

/** The distinct tags of the articles in alphabetical order; case and accents are ignored. */
export function listTopics(articles: readonly Pick<ArticleSummary, "tags">[]): string[] {
  const tagByFold = new Map<string, string>();
  for (const tag of articles.flatMap(({ tags }) => tags)) {
    if (!tagByFold.has(fold(tag))) tagByFold.set(fold(tag), tag);
  }
  return sortedByName([...tagByFold.values()], (tag) => tag);
}

/** The number of articles with a tag. */
export function countByTopic(articles: readonly Pick<ArticleSummary, "tags">[], topic: string): number {
  return articles.filter(hasTopic(topic)).length;
}

type FilteredArticles = {
  /** Shown above the others; empty if a topic is selected (R85). */
  featured: ArticleSummary[];
  others: ArticleSummary[];
};

/**
 * The articles with a topic (null: all) that contain every word of the query in title, author, summary or tags. Keeps
 * the order.
 */
export function filterArticles(
  articles: readonly ArticleSummary[],
  { topic, query }: { topic: string | null; query: string },
): FilteredArticles {
  const words = fold(query).split(" ").filter(Boolean);
  const found = articles.filter(
    (article) =>
      (topic === null || hasTopic(topic)(article)) &&
      words.every((word) => searchText(article).includes(word)),
  );
  if (topic !== null) return { featured: [], others: found };
  return {
    featured: found.filter(({ isFeatured }) => isFeatured),
    others: found.filter(({ isFeatured }) => !isFeatured),
  };
}

function hasTopic(topic: string) {
  const folded = fold(topic);
  return ({ tags }: Pick<ArticleSummary, "tags">) => tags.some((tag) => fold(tag) === folded);
}

/** A line break separates the fields, so that no word matches across two of them. */
function searchText({ title, author, summary, tags }: ArticleSummary): string {
  return [title, author, summary, ...tags].map(fold).join("\n");
}
