import type { FAQPage, WithContext } from "schema-dts";
import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { t } from "@/messages/help.gen";
import { HelpContent } from "@/static-pages/HelpContent";
import { standingPageMetadata } from "@/static-pages/metadata";
import { JsonLd } from "@/ui/JsonLd";

export async function generateMetadata() {
  const page = await getStandingPage("help");
  return standingPageMetadata("/help", page?.title, ({ brand }) => t("description", { brand }));
}

export default async function HelpPage() {
  const [page, { contactEmail }] = await Promise.all([getStandingPage("help"), getSettings()]);
  if (!page) notFound();
  const data: WithContext<FAQPage> = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: page.questions.map(({ question, answer }) => ({
      "@type": "Question" as const,
      name: question,
      acceptedAnswer: { "@type": "Answer" as const, text: answer },
    })),
  };
  return (
    <>
      <JsonLd about={[data]} />
      <HelpContent page={page} contactEmail={contactEmail} />
    </>
  );
}
