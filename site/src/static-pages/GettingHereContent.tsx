import type { StandingPages } from "@karst/client";
import { t as tCityTabs } from "@/messages/cityTabs.gen";
import { t } from "@/messages/gettingHere.gen";
import { field } from "@/preview/field";
import { CityTabs } from "./CityTabs";
import { Distances } from "./Distances";
import { PageHeader } from "./PageHeader";
import { Paragraphs } from "./Paragraphs";
import { Section } from "./Section";
import { Tickets } from "./Tickets";
import { TipLists } from "./TipLists";

/** Getting Here: ways to travel by city, tips, distances and local transport (R93 to R98). */
export function GettingHereContent({
  page,
  regionName,
  timeZone,
}: {
  page: StandingPages["getting-here"];
  regionName: string;
  timeZone: string;
}) {
  const cities = page.cities.map(({ name, distanceKm, options }) => ({
    name,
    distanceKm,
    tickets: <Tickets options={options} timeZone={timeZone} />,
  }));
  return (
    <>
      <PageHeader title={page.title} intro={page.intro} scene="road" />
      <Section title={tCityTabs("cities")} note={t("verified", { date: page.verified })} {...field("cities")}>
        <CityTabs cities={cities} />
      </Section>
      <Section title={t("tips")} {...field("tips")}>
        <TipLists tips={page.tips} />
      </Section>
      <Section title={t("distances")} {...field("cities")}>
        <Distances cities={page.cities} region={regionName} />
      </Section>
      <Section title={t("around", { region: regionName })} {...field("around")}>
        <Paragraphs passages={page.around} />
      </Section>
    </>
  );
}
