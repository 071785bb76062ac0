import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { articleAt, settings } from "@/api/server";
import { articleCard } from "@/articles/articleImage";
import { ArticleDetail } from "@/articles/ArticleDetail";
import { placesIn } from "@/articles/html";
import { articleJsonLd } from "@/articles/jsonld";
import { articleMetadata } from "@/articles/metadata";
import { photographs } from "@/articles/picture";
import { breadcrumbsJsonLd } from "@/lib/breadcrumbs";
import { articlePath, topicPath } from "@/lib/paths";
import { ArticlePlaces } from "@/places/ArticlePlaces";
import { cardAddress } from "@/og-image/card";
import { inspirationTexts } from "@/texts/inspiration";
import { JsonLd } from "@/ui/JsonLd";
import { addressOf } from "@/ui/imageSource";

type Props = { params: Promise<{ id: string }> };

/** No article is known when the site is built; each page is made when it is first asked for. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [article, region] = await Promise.all([articleAt((await params).id), settings()]);
  return article ? articleMetadata(article, region) : notFound();
}

/** An article at its own address, `/inspiration/{id}-{slug}`. */
export default async function ArticlePage({ params }: Props) {
  const { id } = await params;
  const [article, region] = await Promise.all([articleAt(id), settings()]);
  if (!article) notFound();
  const path = articlePath(article);
  if (`/inspiration/${id}` !== path) permanentRedirect(path);

  const trail = [
    { name: inspirationTexts.title, href: topicPath(null) },
    { name: article.title, href: path },
  ];
  const around = {
    page: new URL(path, region.publicUrl).href,
    origin: region.publicUrl,
    brand: region.brand,
    region: region.regionLine,
    pictures: [...photographs(article).map(addressOf), cardAddress(path, articleCard(article, region))],
  };
  return (
    <>
      <JsonLd about={[articleJsonLd(article, around), breadcrumbsJsonLd(trail, region.publicUrl)]} />
      <ArticleDetail article={article} region={region}>
        <ArticlePlaces slugs={placesIn(article.contentHtml)} />
      </ArticleDetail>
    </>
  );
}
