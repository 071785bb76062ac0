import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { CityTabs } from "@/static-pages/CityTabs";
import { Distances } from "@/static-pages/Distances";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { TipLists } from "@/static-pages/TipLists";
import { gettingHereTexts } from "@/texts/gettingHere";

const texts = gettingHereTexts;

export async function generateMetadata() {
  const page = await getStandingPage("getting-here");
  return standingPageMetadata("/getting-here", page?.title, ({ regionName }) =>
    texts.description(regionName),
  );
}

/** Getting Here: ways to travel by city, tips, distances and local transport (R93 to R98). */
export default async function GettingHerePage() {
  const [page, { regionName }] = await Promise.all([getStandingPage("getting-here"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <PageHeader title={page.title} intro={page.intro} scene="road" />
      <Section title={texts.cities} note={texts.verified(page.verified)}>
        <CityTabs cities={page.cities} />
      </Section>
      <Section title={texts.tips}>
        <TipLists tips={page.tips} />
      </Section>
      <Section title={texts.distances}>
        <Distances cities={page.cities} region={regionName} />
      </Section>
      <Section title={texts.around(regionName)}>
        <Paragraphs passages={page.around} />
      </Section>
    </>
  );
}
