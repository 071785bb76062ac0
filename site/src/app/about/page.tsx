import { notFound } from "next/navigation";
import { getStandingPage } from "@/api/server";
import { t } from "@/messages/about.gen";
import { AboutContent } from "@/static-pages/AboutContent";
import { standingPageMetadata } from "@/static-pages/metadata";

export async function generateMetadata() {
  const page = await getStandingPage("about");
  return standingPageMetadata("/about", page?.title, ({ brand }) => t("description", { brand }));
}

export default async function AboutPage() {
  const page = await getStandingPage("about");
  if (!page) notFound();
  return <AboutContent page={page} />;
}
