import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { CityTabs } from "@/static-pages/CityTabs";
import { Distances } from "@/static-pages/Distances";
import { standingMetadata } from "@/static-pages/metadata";
import { Opening } from "@/static-pages/PageHeader";
import { Passages } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { TipLists } from "@/static-pages/TipLists";
import { gettingHereTexts } from "@/texts/gettingHere";

const words = gettingHereTexts;

export async function generateMetadata() {
  const page = await getStandingPage("getting-here");
  return standingMetadata("/getting-here", page?.title, ({ regionName }) => words.description(regionName));
}

/** Getting Here: ways to the region by city, what to know, how far it is, and how to move about. */
export default async function GettingHerePage() {
  const [page, { regionName }] = await Promise.all([getStandingPage("getting-here"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <Opening title={page.title} intro={page.intro} scene="road" />
      <Section title={words.cities} note={words.verified(page.verified)}>
        <CityTabs cities={page.cities} />
      </Section>
      <Section title={words.tips}>
        <TipLists tips={page.tips} />
      </Section>
      <Section title={words.distances}>
        <Distances cities={page.cities} region={regionName} />
      </Section>
      <Section title={words.around(regionName)}>
        <Passages passages={page.around} />
      </Section>
    </>
  );
}
