import type { Article, Organization, WithContext } from "schema-dts";
import type { ArticleResponse } from "@karst/client";
import { absoluteUrl } from "@/lib/links";
import { organizationId } from "@/lib/organization";
import { lastModifiedAt } from "./dates";

type Around = {
  /** The article's public address. */
  page: string;
  /** Makes paths to pictures absolute. */
  origin: string;
  brand: string;
  /** The region's line, as in "Phong Nha, Vietnam". */
  region: string;
  /** Pictures of the article, as paths or addresses. */
  pictures: string[];
};

/** An article in schema.org's words. */
export function articleJsonLd(
  article: ArticleResponse,
  { page, origin, brand, region, pictures }: Around,
): WithContext<Article> {
  const makers: Organization = {
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
    inLanguage: "en",
    image: pictures.flatMap((picture) => absoluteUrl(picture, origin) ?? []),
    // What the guide's makers sign with the guide's name is nobody's own.
    author: article.author === brand ? makers : { "@type": "Person", name: article.author },
    publisher: makers,
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
