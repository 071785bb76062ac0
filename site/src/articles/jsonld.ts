import type { Article, Organization, WithContext } from "schema-dts";
import type { ArticleResponse } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { absoluteUrl } from "@/lib/links";
import { organizationId } from "@/lib/organization";
import { lastModifiedAt } from "./dates";

type Context = {
  /** The article's public URL. */
  page: string;
  /** The base of relative image paths. */
  origin: string;
  brand: string;
  /** Such as "Phong Nha, Vietnam". */
  region: string;
  /** Images of the article, as paths or URLs. */
  images: string[];
};

/** An article as a schema.org `Article`. */
export function articleJsonLd(
  article: ArticleResponse,
  { page, origin, brand, region, images }: Context,
): WithContext<Article> {
  const publisher: Organization = {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: brand,
    url: new URL("/", origin).href,
    logo: new URL("/apple-icon.png", origin).href,
  };
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    "@id": page,
    url: page,
    mainEntityOfPage: page,
    headline: article.title,
    description: article.summary,
    inLanguage: currentLocale(),
    image: images.flatMap((image) => absoluteUrl(image, origin) ?? []),
    // Articles signed with the guide's name have no personal author.
    author: article.author === brand ? publisher : { "@type": "Person", name: article.author },
    publisher,
    datePublished: article.publicationDate,
    dateModified: lastModifiedAt(article),
    ...(article.tags.length > 0 && { keywords: article.tags.join(", ") }),
    contentLocation: {
      "@type": "Place",
      ...(region && { name: region }),
      geo: { "@type": "GeoCoordinates", latitude: article.latitude, longitude: article.longitude },
    },
  };
}
