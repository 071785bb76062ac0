import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { articleAt, settings } from "@/api/server";
import { articleImage } from "@/articles/articleImage";
import { ArticleDetail } from "@/articles/ArticleDetail";
import { linkedPlaceSlugs } from "@/articles/html";
import { articleJsonLd } from "@/articles/jsonld";
import { articleMetadata } from "@/articles/metadata";
import { ownImageSources } from "@/articles/imageSources";
import { breadcrumbsJsonLd } from "@/lib/breadcrumbs";
import { articlePath, topicPath } from "@/lib/paths";
import { StoryPlaces } from "@/places/ArticlePlaces";
import { cardAddress } from "@/og-image/card";
import { inspirationTexts } from "@/texts/inspiration";
import { JsonLd } from "@/ui/JsonLd";
import { addressOf } from "@/ui/imageSource";

type Props = { params: Promise<{ id: string }> };

/** No article exists at build time; each page is rendered on first request. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [article, region] = await Promise.all([articleAt((await params).id), settings()]);
  return article ? articleMetadata(article, region) : notFound();
}

/** An article at `/inspiration/{id}-{slug}`. */
export default async function ArticlePage({ params }: Props) {
  const { id } = await params;
  const [article, region] = await Promise.all([articleAt(id), settings()]);
  if (!article) notFound();
  const path = articlePath(article);
  if (`/inspiration/${id}` !== path) permanentRedirect(path);

  const breadcrumbs = [
    { name: inspirationTexts.title, href: topicPath(null) },
    { name: article.title, href: path },
  ];
  const context = {
    page: new URL(path, region.publicUrl).href,
    origin: region.publicUrl,
    brand: region.brand,
    region: region.regionLine,
    images: [...ownImageSources(article).map(addressOf), cardAddress(path, articleImage(article, region))],
  };
  return (
    <>
      <JsonLd about={[articleJsonLd(article, context), breadcrumbsJsonLd(breadcrumbs, region.publicUrl)]} />
      <ArticleDetail article={article} region={region}>
        <StoryPlaces slugs={linkedPlaceSlugs(article.contentHtml)} />
      </ArticleDetail>
    </>
  );
}
