import type { Metadata } from "next";
import type { SettingsResponse } from "@karst/client";
import {
  getArticles,
  getCategories,
  getGuestbook,
  getPlaceCount,
  getPlaces,
  getSettings,
} from "@/api/server";
import { SUMMARY_FIELDS as ARTICLE_FIELDS, summarize as summarizeArticle } from "@/articles/summary";
import { HomeCards } from "@/home/HomeCards";
import { FeaturedPlaces, NewestArticles } from "@/home/Featured";
import { Greeting } from "@/home/Greeting";
import { Hero } from "@/home/Hero";
import { isImageUrl } from "@/lib/links";
import { Quote, pickQuote } from "@/home/Quote";
import { AboutSection } from "@/home/AboutSection";
import { claimable } from "@/lib/text";
import { aboutSectionId } from "@/lib/paths";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { organizationJsonLd, siteJsonLd } from "@/layout/jsonld";
import { pageMetadata, siteTitle } from "@/layout/pageMetadata";
import { t } from "@/messages/home.gen";
import { JsonLd } from "@/ui/JsonLd";
import { findImageSource, type ImageSource } from "@/ui/imageSource";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const description = region.whatIs.paragraphs[0];
  return {
    description,
    ...pageMetadata(region, { path: "/", title: siteTitle(region), description, hasFeed: true }),
  };
}

/** The number of articles on Home. */
const MAX_ARTICLES = 3;
/** The number of newest entries from which the quote is picked. */
const QUOTE_CANDIDATES = 10;

export default async function Home() {
  const [region, featured, allCategories, verifiedCount, articles, { entries }] = await Promise.all([
    getSettings(),
    getPlaces(SUMMARY_FIELDS, "premium=true&limit=24"),
    getCategories(),
    getPlaceCount("verified=true"),
    getArticles(ARTICLE_FIELDS, MAX_ARTICLES),
    getGuestbook(QUOTE_CANDIDATES),
  ]);
  const quote = pickQuote(entries);
  const claim = claimable(verifiedCount);
  const aboutId = aboutSectionId(region.brand);
  return (
    <>
      <JsonLd about={[siteJsonLd(region), organizationJsonLd(region)]} />
      <Hero
        prompts={region.heroPrompts}
        heading={siteTitle(region)}
        eyebrow={[region.regionLine, claim && t("verified", { count: claim })].filter(Boolean).join(" · ")}
        image={ownImage(region)}
        timeZone={region.timeZone}
        learnMoreId={aboutId}
      />
      <Greeting />
      <AboutSection whatIs={region.whatIs} id={aboutId} />
      <HomeCards cards={region.doors} />
      <FeaturedPlaces places={featured.map(summarize)} categories={allCategories} />
      <NewestArticles articles={articles.map((article) => summarizeArticle(article, region.timeZone))} />
      {quote && <Quote entry={quote} />}
    </>
  );
}

/** The region's own image; null if there is none. */
function ownImage({ imageUrl, pictures }: SettingsResponse): ImageSource | null {
  return isImageUrl(imageUrl) ? findImageSource(imageUrl.trim(), pictures) : null;
}
