import type { ArticleView } from "@karst/client";

type Around = {
  /** The article's public address. */
  page: string;
  /** Makes paths to pictures absolute. */
  origin: string;
  brand: string;
  /** The region's line, as in "Phong Nha, Vietnam". */
  region: string;
  /** The article's picture, as a path or an address. */
  picture: string;
};

/** An article in schema.org's words. */
export function articleJsonLd(
  article: ArticleView,
  { page, origin, brand, region, picture }: Around,
): object {
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    "@id": page,
    url: page,
    mainEntityOfPage: page,
    headline: article.title,
    description: article.summary,
    inLanguage: "en",
    image: [new URL(picture, origin).href],
    author: { "@type": "Person", name: article.author },
    publisher: { "@type": "Organization", name: brand, url: origin },
    datePublished: article.publicationDate,
    // What was written before it was published has not been changed since.
    dateModified: article.updatedAt > article.publicationDate ? article.updatedAt : article.publicationDate,
    ...(article.tags.length > 0 && { keywords: article.tags.join(", ") }),
    contentLocation: {
      "@type": "Place",
      ...(region && { name: region }),
      geo: { "@type": "GeoCoordinates", latitude: article.latitude, longitude: article.longitude },
    },
  };
}
