import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { standingMetadata } from "@/static-pages/metadata";
import { Opening } from "@/static-pages/PageHeader";
import { Passages } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { longDate } from "@/lib/dates";
import { privacyTexts } from "@/texts/privacy";

const words = privacyTexts;

export async function generateMetadata() {
  const page = await getStandingPage("privacy");
  return standingMetadata("/privacy", page?.title, ({ brand }) => words.description(brand));
}

/** Terms of service and privacy policy. */
export default async function PrivacyPage() {
  const [page, { contactEmail }] = await Promise.all([getStandingPage("privacy"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <Opening title={page.title} intro={words.updated(longDate(page.updated, "UTC"))} scene="forest" />
      <Section title={words.terms}>
        <Passages passages={page.terms} numbered />
      </Section>
      <Section title={words.policy}>
        <Passages passages={page.policy} numbered />
        {contactEmail && (
          <p>
            {words.questions} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </p>
        )}
      </Section>
    </>
  );
}
