import type { BreadcrumbList, WithContext } from "schema-dts";

/** The breadcrumbs of a page as structured data; `trail` begins with the outermost page. */
export function breadcrumbsJsonLd(
  trail: readonly { name: string; href: string }[],
  origin: string,
): WithContext<BreadcrumbList> {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, href }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      name,
      item: new URL(href, origin).href,
    })),
  };
}
