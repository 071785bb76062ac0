import type { Metadata } from "next";
import { ArticleNotFound } from "@/articles/ArticleNotFound";
import { t } from "@/messages/article.gen";

export const generateMetadata = (): Metadata => ({ title: t("notFound.title") });

export default function NotFound() {
  return <ArticleNotFound />;
}
