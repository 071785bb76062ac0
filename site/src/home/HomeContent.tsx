import type { SettingsResponse } from "@karst/client";
import { getArticles, getCategories, getGuestbook, getPlaceCount, getPlaces } from "@/api/server";
import { SUMMARY_FIELDS as ARTICLE_FIELDS, summarize as summarizeArticle } from "@/articles/summary";
import { isImageUrl } from "@/lib/links";
import { aboutSectionId } from "@/lib/paths";
import { claimable } from "@/lib/text";
import { siteTitle } from "@/layout/pageMetadata";
import { t } from "@/messages/home.gen";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { findImageSource, type ImageSource } from "@/ui/imageSource";
import { AboutSection } from "./AboutSection";
import { FeaturedPlaces, NewestArticles } from "./Featured";
import { Greeting } from "./Greeting";
import { Hero } from "./Hero";
import { HomeCards } from "./HomeCards";
import { pickQuote, Quote } from "./Quote";

/** The number of articles on Home. */
const MAX_ARTICLES = 3;
/** The number of newest entries from which the quote is picked. */
const QUOTE_CANDIDATES = 10;

/** What Home shows beside the settings. */
export const getHome = async () => {
  const [featured, categories, verifiedCount, articles, { entries }] = await Promise.all([
    getPlaces(SUMMARY_FIELDS, "premium=true&limit=24"),
    getCategories(),
    getPlaceCount("verified=true"),
    getArticles(ARTICLE_FIELDS, MAX_ARTICLES),
    getGuestbook(QUOTE_CANDIDATES),
  ]);
  return { featured, categories, verifiedCount, articles, entries };
};

type Props = { region: SettingsResponse; home: Awaited<ReturnType<typeof getHome>> };

/** The content of Home. */
export function HomeContent({ region, home }: Props) {
  const quote = pickQuote(home.entries);
  const claim = claimable(home.verifiedCount);
  const aboutId = aboutSectionId(region.brand);
  return (
    <>
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
      <FeaturedPlaces places={home.featured.map(summarize)} categories={home.categories} />
      <NewestArticles articles={home.articles.map((article) => summarizeArticle(article, region.timeZone))} />
      {quote && <Quote entry={quote} />}
    </>
  );
}

/** The region's own image; null if there is none. */
function ownImage({ imageUrl, pictures }: SettingsResponse): ImageSource | null {
  return isImageUrl(imageUrl) ? findImageSource(imageUrl.trim(), pictures) : null;
}
