import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getArticle, getSettings } from "@/api/server";
import { articleImage } from "@/articles/articleImage";
import { ArticleDetail } from "@/articles/ArticleDetail";
import { linkedPlaceSlugs } from "@/articles/html";
import { articleJsonLd } from "@/articles/jsonld";
import { articleMetadata } from "@/articles/metadata";
import { ownImageSources } from "@/articles/imageSources";
import { breadcrumbsJsonLd } from "@/lib/breadcrumbs";
import { articlePath, topicPath } from "@/lib/paths";
import { ArticlePlaces } from "@/places/ArticlePlaces";
import { socialImageUrl } from "@/og-image/socialImage";
import { t } from "@/messages/inspiration.gen";
import { JsonLd } from "@/ui/JsonLd";
import { sourceUrl } from "@/ui/imageSource";

type Props = { params: Promise<{ id: string }> };

/** No article exists at build time; each page is rendered on first request. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [article, region] = await Promise.all([getArticle((await params).id), getSettings()]);
  return article ? articleMetadata(article, region) : notFound();
}

/** An article at `/inspiration/{id}-{slug}`. */
export default async function ArticlePage({ params }: Props) {
  const { id } = await params;
  const [article, region] = await Promise.all([getArticle(id), getSettings()]);
  if (!article) notFound();
  const path = articlePath(article);
  if (`/inspiration/${id}` !== path) permanentRedirect(path);

  const breadcrumbs = [
    { name: t("title"), href: topicPath(null) },
    { name: article.title, href: path },
  ];
  const context = {
    page: new URL(path, region.publicUrl).href,
    origin: region.publicUrl,
    brand: region.brand,
    region: region.regionLine,
    images: [...ownImageSources(article).map(sourceUrl), socialImageUrl(path, articleImage(article, region))],
  };
  return (
    <>
      <JsonLd about={[articleJsonLd(article, context), breadcrumbsJsonLd(breadcrumbs, region.publicUrl)]} />
      <ArticleDetail article={article} region={region}>
        <ArticlePlaces slugs={linkedPlaceSlugs(article.contentHtml)} />
      </ArticleDetail>
    </>
  );
}
