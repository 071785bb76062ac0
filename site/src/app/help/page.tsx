import type { FAQPage, WithContext } from "schema-dts";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { FaqList } from "@/static-pages/FaqList";
import { Section } from "@/static-pages/Section";
import { t } from "@/messages/help.gen";
import { JsonLd } from "@/ui/JsonLd";
import button from "@/ui/button.module.css";

export async function generateMetadata() {
  const page = await getStandingPage("help");
  return standingPageMetadata("/help", page?.title, ({ brand }) => t("description", { brand }));
}

/** Help: frequent questions and contact options (R119, R120). */
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
      <PageHeader title={page.title} intro={page.intro} scene="stay" />
      <Section title={t("questions")}>
        <FaqList questions={page.questions} />
      </Section>
      <Section title={t("more")} note={t("responseTime")}>
        <p className={button.row}>
          {contactEmail && (
            <a className={button.primary} href={`mailto:${contactEmail}`}>
              {t("email")}
            </a>
          )}
          <Link className={button.secondary} href="/contact" prefetch={false}>
            {t("form")}
          </Link>
        </p>
      </Section>
    </>
  );
}
