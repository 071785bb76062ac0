import { notFound } from "next/navigation";
import { settings, standingPage } from "@/api/server";
import { CityTabs } from "@/content/CityTabs";
import { Distances } from "@/content/Distances";
import { standingMetadata } from "@/content/metadata";
import { Opening } from "@/content/Opening";
import { Passages } from "@/content/Passages";
import { Section } from "@/content/Section";
import { TipLists } from "@/content/TipLists";
import { gettingHereTexts } from "@/texts/gettingHere";

const words = gettingHereTexts;

export async function generateMetadata() {
  const page = await standingPage("getting-here");
  return standingMetadata("/getting-here", page?.title, ({ regionName }) => words.description(regionName));
}

/** Getting Here: ways to the region by city, what to know, how far it is, and how to move about. */
export default async function GettingHerePage() {
  const [page, { regionName }] = await Promise.all([standingPage("getting-here"), settings()]);
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
