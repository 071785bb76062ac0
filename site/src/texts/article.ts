import { isolateBidi } from "@/lib/bidi";

export const articleTexts = {
  back: "Back to Inspiration",
  author: "Author",
  published: "Published",
  place: "Region",
  publishedOn: (date: string) => `Published on ${date}`,
  sources: "Sources",
  external: "Visit External Source",
  map: "On the map",
  more: "More Stories",
  picture: (title: string) => `Illustration for ${isolateBidi(title)}`,
  table: "Table",
  tags: "Topics",
  loading: "Loading article...",
  notFound: "Article not found",
  notFoundText: "The article you're looking for doesn't exist.",
  places: "Places in this story",
} as const;
