import type { Metadata } from "next";
import type { SettingsResponse } from "@karst/client";
import { articlesWith, categories, guestbook, placeCount, placesWith, settings } from "@/api/server";
import { SUMMARY_FIELDS as STORY_FIELDS, summarize as summarizeStory } from "@/articles/summary";
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
import { pageMetadata } from "@/layout/pageMetadata";
import { homeTexts } from "@/texts/home";
import { JsonLd } from "@/ui/JsonLd";
import { sourceAt, type Source } from "@/ui/imageSource";

export async function generateMetadata(): Promise<Metadata> {
  const region = await settings();
  const description = region.whatIs.paragraphs[0];
  return {
    description,
    ...pageMetadata(region, { path: "/", title: titleOf(region), description, hasFeed: true }),
  };
}

/** As many stories as Home shows. */
const NEWEST = 3;
/** So many of the newest entries are looked at for one to quote. */
const QUOTABLE = 10;

/** Home. */
export default async function Home() {
  const [region, featured, kinds, verified, stories, { entries }] = await Promise.all([
    settings(),
    placesWith(SUMMARY_FIELDS, "premium=true&limit=24"),
    categories(),
    placeCount("verified=true"),
    articlesWith(STORY_FIELDS, NEWEST),
    guestbook(QUOTABLE),
  ]);
  const quoted = pickQuote(entries);
  const claim = claimable(verified);
  const aboutId = whatIsId(region.brand);
  return (
    <>
      <JsonLd about={[siteJsonLd(region), organizationJsonLd(region)]} />
      <Hero
        prompts={region.heroPrompts}
        heading={titleOf(region)}
        eyebrow={[region.regionLine, claim && homeTexts.verified(claim)].filter(Boolean).join(" · ")}
        picture={pictureOf(region)}
        timeZone={region.timeZone}
        learnMoreId={aboutId}
      />
      <Greeting />
      <AboutSection whatIs={region.whatIs} id={aboutId} />
      <HomeCards doors={region.doors} />
      <FeaturedPlaces places={featured.map(summarize)} categories={kinds} />
      <NewestArticles stories={stories.map((story) => summarizeStory(story, region.timeZone))} />
      {quoted && <Quote entry={quoted} />}
    </>
  );
}

/** The region's picture, if it has one that can be shown. */
function pictureOf({ imageUrl, pictures }: SettingsResponse): Source | null {
  return isPictureAddress(imageUrl) ? sourceAt(imageUrl.trim(), pictures) : null;
}

function titleOf({ brand, tagline }: SettingsResponse): string {
  return tagline ? `${brand}: ${tagline}` : brand;
}
