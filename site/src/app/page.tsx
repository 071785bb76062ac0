import type { Metadata } from "next";
import { getSettings } from "@/api/server";
import { getHome, HomeContent } from "@/home/HomeContent";
import { organizationJsonLd, siteJsonLd } from "@/layout/jsonld";
import { pageMetadata, siteTitle } from "@/layout/pageMetadata";
import { JsonLd } from "@/ui/JsonLd";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const description = region.whatIs.paragraphs[0];
  return {
    description,
    ...pageMetadata(region, { path: "/", title: siteTitle(region), description, hasFeed: true }),
  };
}

export default async function Home() {
  const [region, home] = await Promise.all([getSettings(), getHome()]);
  return (
    <>
      <JsonLd about={[siteJsonLd(region), organizationJsonLd(region)]} />
      <HomeContent region={region} home={home} />
    </>
  );
}
