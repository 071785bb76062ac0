import type { Metadata } from "next";
import { ArticleNotFound } from "@/articles/ArticleNotFound";
import { articleTexts } from "@/texts/article";

export const metadata: Metadata = { title: articleTexts.notFound };

export default function NotFound() {
  return <ArticleNotFound />;
}
