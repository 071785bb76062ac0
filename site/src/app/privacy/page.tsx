import type { ReactNode } from "react";
import { notFound } from "next/navigation";
import { getSettings, getStandingPage } from "@/api/server";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { longDate } from "@/lib/dates";
import { mailtoHref } from "@/lib/links";
import { t } from "@/messages/privacy.gen";

export async function generateMetadata() {
  const page = await getStandingPage("privacy");
  return standingPageMetadata("/privacy", page?.title, ({ brand }) => t("description", { brand }));
}

/** Terms of service and privacy policy (R121). */
export default async function PrivacyPage() {
  const [page, { contactEmail }] = await Promise.all([getStandingPage("privacy"), getSettings()]);
  if (!page) notFound();
  return (
    <>
      <PageHeader
        title={page.title}
        intro={t("updated", { date: longDate(page.updated, "UTC") })}
        scene="forest"
      />
      <Section title={t("terms")}>
        <Paragraphs passages={page.terms} isNumbered />
      </Section>
      <Section title={t("policy")}>
        <Paragraphs passages={page.policy} isNumbered />
        {contactEmail && (
          <p>
            {t.rich("questions", {
              email: contactEmail,
              link: (text: ReactNode) => (
                <a key="link" href={mailtoHref(contactEmail)}>
                  {text}
                </a>
              ),
            })}
          </p>
        )}
      </Section>
    </>
  );
}
