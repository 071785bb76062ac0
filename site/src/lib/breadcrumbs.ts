import type { BreadcrumbList, WithContext } from "schema-dts";

/** A path of the site as schema.org's breadcrumbs; `trail` is outermost first. */
export function breadcrumbsJsonLd(
  trail: readonly { name: string; href: string }[],
  origin: string,
): WithContext<BreadcrumbList> {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, href }, at) => ({
      "@type": "ListItem" as const,
      position: at + 1,
      name,
      item: new URL(href, origin).href,
    })),
  };
}
