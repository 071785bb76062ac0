import { notFound } from "next/navigation";
import { settings, standingPage } from "@/api/server";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { longDate } from "@/lib/dates";
import { privacyTexts } from "@/texts/privacy";

const words = privacyTexts;

export async function generateMetadata() {
  const page = await standingPage("privacy");
  return standingPageMetadata("/privacy", page?.title, ({ brand }) => words.description(brand));
}

/** Terms of service and privacy policy. */
export default async function PrivacyPage() {
  const [page, { contactEmail }] = await Promise.all([standingPage("privacy"), settings()]);
  if (!page) notFound();
  return (
    <>
      <PageHeader title={page.title} intro={words.updated(longDate(page.updated, "UTC"))} scene="forest" />
      <Section title={words.terms}>
        <Paragraphs passages={page.terms} numbered />
      </Section>
      <Section title={words.policy}>
        <Paragraphs passages={page.policy} numbered />
        {contactEmail && (
          <p>
            {words.questions} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </p>
        )}
      </Section>
    </>
  );
}
