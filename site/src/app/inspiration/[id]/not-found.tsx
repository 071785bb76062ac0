import type { Metadata } from "next";
import { ArticleMissing } from "@/articles/ArticleMissing";
import { texts } from "@/texts";

export const metadata: Metadata = { title: texts.article.notFound };

/** An address below Inspiration that leads to no article. */
export default function NoSuchArticle() {
  return <ArticleMissing />;
}
