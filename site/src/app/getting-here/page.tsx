import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { CityTabs } from "@/static-pages/CityTabs";
import { Distances } from "@/static-pages/Distances";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { TipLists } from "@/static-pages/TipLists";
import { t as tCityTabs } from "@/messages/cityTabs.gen";
import { t } from "@/messages/gettingHere.gen";

export async function generateMetadata() {
  const page = await getStandingPage("getting-here");
  return standingPageMetadata("/getting-here", page?.title, ({ regionName }) =>
    t("description", { region: regionName }),
  );
}

/** Getting Here: ways to travel by city, tips, distances and local transport (R93 to R98). */
export default async function GettingHerePage() {
  const [page, { regionName }] = await Promise.all([getStandingPage("getting-here"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <PageHeader title={page.title} intro={page.intro} scene="road" />
      <Section title={tCityTabs("cities")} note={t("verified", { date: page.verified })}>
        <CityTabs cities={page.cities} />
      </Section>
      <Section title={t("tips")}>
        <TipLists tips={page.tips} />
      </Section>
      <Section title={t("distances")}>
        <Distances cities={page.cities} region={regionName} />
      </Section>
      <Section title={t("around", { region: regionName })}>
        <Paragraphs passages={page.around} />
      </Section>
    </>
  );
}
