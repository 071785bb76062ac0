import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { t } from "@/messages/gettingHere.gen";
import { GettingHereContent } from "@/static-pages/GettingHereContent";
import { standingPageMetadata } from "@/static-pages/metadata";

export async function generateMetadata() {
  const page = await getStandingPage("getting-here");
  return standingPageMetadata("/getting-here", page?.title, ({ regionName }) =>
    t("description", { region: regionName }),
  );
}

export default async function GettingHerePage() {
  const [page, { regionName, timeZone }] = await Promise.all([
    getStandingPage("getting-here"),
    getSettings(),
  ]);
  if (!page) notFound();
  return <GettingHereContent page={page} regionName={regionName} timeZone={timeZone} />;
}
