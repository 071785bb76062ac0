import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { t } from "@/messages/privacy.gen";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PrivacyContent } from "@/static-pages/PrivacyContent";

export async function generateMetadata() {
  const page = await getStandingPage("privacy");
  return standingPageMetadata("/privacy", page?.title, ({ brand }) => t("description", { brand }));
}

export default async function PrivacyPage() {
  const [page, { contactEmail }] = await Promise.all([getStandingPage("privacy"), getSettings()]);
  if (!page) notFound();
  return <PrivacyContent page={page} contactEmail={contactEmail} />;
}
