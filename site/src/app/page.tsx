import type { Metadata } from "next";
import type { SettingsResponse } from "@karst/client";
import { articlesWith, categories, guestbook, placeCount, placesWith, settings } from "@/api/server";
import { SUMMARY_FIELDS as ARTICLE_FIELDS, summarize as summarizeArticle } from "@/articles/summary";
import { HomeCards } from "@/home/HomeCards";
import { FeaturedPlaces } from "@/home/FeaturedPlaces";
import { Greeting } from "@/home/Greeting";
import { Hero } from "@/home/Hero";
import { NewestArticles } from "@/home/NewestArticles";
import { Quote, pickQuote } from "@/home/Quote";
import { AboutSection } from "@/home/AboutSection";
import { isPictureAddress } from "@/lib/links";
import { claimable } from "@/lib/text";
import { whatIsId } from "@/lib/paths";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { organizationJsonLd, siteJsonLd } from "@/layout/jsonld";
import { pageMetadata, siteTitle } from "@/layout/pageMetadata";
import { homeTexts } from "@/texts/home";
import { JsonLd } from "@/ui/JsonLd";
import { sourceAt, type Source } from "@/ui/imageSource";

export async function generateMetadata(): Promise<Metadata> {
  const region = await settings();
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
    settings(),
    placesWith(SUMMARY_FIELDS, "premium=true&limit=24"),
    categories(),
    placeCount("verified=true"),
    articlesWith(ARTICLE_FIELDS, MAX_ARTICLES),
    guestbook(QUOTE_CANDIDATES),
  ]);
  const quote = pickQuote(entries);
  const claim = claimable(verifiedCount);
  const aboutId = whatIsId(region.brand);
  return (
    <>
      <JsonLd about={[siteJsonLd(region), organizationJsonLd(region)]} />
      <Hero
        prompts={region.heroPrompts}
        heading={siteTitle(region)}
        eyebrow={[region.regionLine, claim && homeTexts.verified(claim)].filter(Boolean).join(" · ")}
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
function ownImage({ imageUrl, pictures }: SettingsResponse): Source | null {
  return isPictureAddress(imageUrl) ? sourceAt(imageUrl.trim(), pictures) : null;
}
