import type { Metadata } from "next";
import { ArticleNotFound } from "@/articles/ArticleNotFound";
import { articleTexts } from "@/texts/article";

export const metadata: Metadata = { title: articleTexts.notFound };

/** An address below Inspiration that leads to no article. */
export default function NoSuchArticle() {
  return <ArticleNotFound />;
}
