import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { longDate } from "@/lib/dates";
import { privacyTexts } from "@/texts/privacy";

const texts = privacyTexts;

export async function generateMetadata() {
  const page = await getStandingPage("privacy");
  return standingPageMetadata("/privacy", page?.title, ({ brand }) => texts.description(brand));
}

/** Terms of service and privacy policy (R121). */
export default async function PrivacyPage() {
  const [page, { contactEmail }] = await Promise.all([getStandingPage("privacy"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <PageHeader title={page.title} intro={texts.updated(longDate(page.updated, "UTC"))} scene="forest" />
      <Section title={texts.terms}>
        <Paragraphs passages={page.terms} isNumbered />
      </Section>
      <Section title={texts.policy}>
        <Paragraphs passages={page.policy} isNumbered />
        {contactEmail && (
          <p>
            {texts.questions} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </p>
        )}
      </Section>
    </>
  );
}
