import type { Organization, SearchAction, WebSite, WithActionConstraints, WithContext } from "schema-dts";
import type { SettingsResponse } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { websiteHref } from "@/lib/links";
import { organizationId } from "@/lib/organization";

type SiteSettings = Pick<SettingsResponse, "brand" | "tagline" | "publicUrl" | "contactEmail" | "social">;

/** The guide as a schema.org `WebSite` with a search action. */
export function siteJsonLd({ brand, tagline, publicUrl }: SiteSettings): WithContext<WebSite> {
  const search: WithActionConstraints<SearchAction> = {
    "@type": "SearchAction",
    target: {
      "@type": "EntryPoint",
      urlTemplate: `${new URL("/explore", publicUrl).href}?q={search_term_string}`,
    },
    "query-input": "required name=search_term_string",
  };
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": new URL("/#website", publicUrl).href,
    url: new URL("/", publicUrl).href,
    name: brand,
    ...(tagline && { description: tagline }),
    inLanguage: currentLocale(),
    publisher: { "@id": organizationId(publicUrl) },
    potentialAction: search,
  };
}

/** The publisher of the guide as a schema.org `Organization`. */
export function organizationJsonLd(settings: SiteSettings): WithContext<Organization> {
  const { brand, publicUrl, contactEmail, social } = settings;
  const socialLinks = Object.values(social).flatMap((url) => websiteHref(url) ?? []);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": organizationId(publicUrl),
    name: brand,
    url: new URL("/", publicUrl).href,
    logo: new URL("/apple-icon.png", publicUrl).href,
    ...(contactEmail && { email: contactEmail }),
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  };
}
