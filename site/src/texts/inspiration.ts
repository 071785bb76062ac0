import { isolateBidi } from "@/lib/bidi";
import { counted } from "@/lib/text";

export const inspirationTexts = {
  title: "Inspiration",
  intro: (region: string) =>
    `Stories and guides ${region ? `from around ${region}` : "for your journey"}: where to go, when to come, what to expect.`,
  search: "Search articles...",
  searchLabel: "Search articles",
  clearSearch: "Clear search",
  topics: "Topics",
  all: "All Topics",
  featured: "Featured Guides",
  latest: "Latest Articles",
  about: (topic: string) => `Articles about ${isolateBidi(topic)}`,
  found: (count: number) => `${counted(count, "article")} found`,
  none: "No articles found",
  noneHint: "Try other words or another topic",
  noneYet: "Stories will appear here as soon as they are published",
  showAll: "Show all articles",
  loading: "Loading inspiration...",
  badge: "Featured",
  topicsOf: (title: string) => `Topics of ${isolateBidi(title)}`,
} as const;
