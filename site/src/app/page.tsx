import type { Metadata } from "next";
import type { SettingsView } from "@karst/client";
import { categories, placesWith, settings, verifiedCount } from "@/api/server";
import { Doors } from "@/home/Doors";
import { Featured } from "@/home/Featured";
import { Greeting } from "@/home/Greeting";
import { Hero } from "@/home/Hero";
import { WhatIs } from "@/home/WhatIs";
import { claimable } from "@/kit/text";
import { whatIsId } from "@/kit/paths";
import { summarize, SUMMARY_FIELDS } from "@/places/summary";
import { social } from "@/shell/social";
import { texts } from "@/texts";

export async function generateMetadata(): Promise<Metadata> {
  const region = await settings();
  const description = region.whatIs.paragraphs[0];
  return { description, ...social(region, { path: "/", title: titleOf(region), description }) };
}

/** Home. */
export default async function Home() {
  const [region, featured, kinds, verified] = await Promise.all([
    settings(),
    placesWith(SUMMARY_FIELDS, "premium=true&limit=24"),
    categories(),
    verifiedCount(),
  ]);
  const claim = claimable(verified);
  const aboutId = whatIsId(region.brand);
  return (
    <>
      <Hero
        prompts={region.heroPrompts}
        heading={titleOf(region)}
        eyebrow={[region.regionLine, claim && texts.home.verified(claim)].filter(Boolean).join(" · ")}
        timeZone={region.timeZone}
        learnMoreId={aboutId}
      />
      <Greeting />
      <WhatIs whatIs={region.whatIs} id={aboutId} />
      <Doors doors={region.doors} />
      <Featured places={featured.map(summarize)} categories={kinds} />
    </>
  );
}

function titleOf({ brand, tagline }: SettingsView): string {
  return tagline ? `${brand}: ${tagline}` : brand;
}
