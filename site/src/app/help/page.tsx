import type { FAQPage, WithContext } from "schema-dts";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { standingMetadata } from "@/static-pages/metadata";
import { Opening } from "@/static-pages/PageHeader";
import { Questions } from "@/static-pages/FaqList";
import { Section } from "@/static-pages/Section";
import { helpTexts } from "@/texts/help";
import { JsonLd } from "@/ui/JsonLd";
import button from "@/ui/button.module.css";

const words = helpTexts;

export async function generateMetadata() {
  const page = await getStandingPage("help");
  return standingMetadata("/help", page?.title, ({ brand }) => words.description(brand));
}

/** Help: questions with their answers, and how to ask another. */
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
      <Opening title={page.title} intro={page.intro} scene="stay" />
      <Section title={words.questions}>
        <Questions questions={page.questions} />
      </Section>
      <Section title={words.more} note={words.promise}>
        <p className={button.row}>
          {contactEmail && (
            <a className={button.primary} href={`mailto:${contactEmail}`}>
              {words.mail}
            </a>
          )}
          <Link className={button.secondary} href="/contact" prefetch={false}>
            {words.form}
          </Link>
        </p>
      </Section>
    </>
  );
}
