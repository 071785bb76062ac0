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
import { SUMMARY_FIELDS as STORY_FIELDS, summarize as summarizeStory } from "@/articles/summary";
import { HomeCards } from "@/home/HomeCards";
import { Featured } from "@/home/Featured";
import { Greeting } from "@/home/Greeting";
import { Hero } from "@/home/Hero";
import { Stories } from "@/home/FeaturedArticles";
import { Quote, worthQuoting } from "@/home/Quote";
import { WhatIs } from "@/home/AboutSection";
import { isImageUrl } from "@/lib/links";
import { claimable } from "@/lib/text";
import { aboutSectionId } from "@/lib/paths";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { organizationJsonLd, siteJsonLd } from "@/layout/jsonld";
import { social } from "@/layout/socialLinks";
import { homeTexts } from "@/texts/home";
import { JsonLd } from "@/ui/JsonLd";
import { findImageSource, type ImageSource } from "@/ui/imageSource";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const description = region.whatIs.paragraphs[0];
  return {
    description,
    ...social(region, { path: "/", title: titleOf(region), description, hasFeed: true }),
  };
}

/** As many stories as Home shows. */
const NEWEST = 3;
/** So many of the newest entries are looked at for one to quote. */
const QUOTABLE = 10;

/** Home. */
export default async function Home() {
  const [region, featured, kinds, verified, stories, { entries }] = await Promise.all([
    getSettings(),
    getPlaces(SUMMARY_FIELDS, "premium=true&limit=24"),
    getCategories(),
    getPlaceCount("verified=true"),
    getArticles(STORY_FIELDS, NEWEST),
    getGuestbook(QUOTABLE),
  ]);
  const quoted = worthQuoting(entries);
  const claim = claimable(verified);
  const aboutId = aboutSectionId(region.brand);
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
      <WhatIs whatIs={region.whatIs} id={aboutId} />
      <HomeCards doors={region.doors} />
      <Featured places={featured.map(summarize)} categories={kinds} />
      <Stories stories={stories.map((story) => summarizeStory(story, region.timeZone))} />
      {quoted && <Quote entry={quoted} />}
    </>
  );
}

/** The region's picture, if it has one that can be shown. */
function pictureOf({ imageUrl, pictures }: SettingsResponse): ImageSource | null {
  return isImageUrl(imageUrl) ? findImageSource(imageUrl.trim(), pictures) : null;
}

function titleOf({ brand, tagline }: SettingsResponse): string {
  return tagline ? `${brand}: ${tagline}` : brand;
}
