import type { ReactNode } from "react";
import type { StandingPages } from "@karst/client";
import { longDate } from "@/lib/dates";
import { mailtoHref } from "@/lib/links";
import { t } from "@/messages/privacy.gen";
import { field } from "@/preview/field";
import { PageHeader } from "./PageHeader";
import { Paragraphs } from "./Paragraphs";
import { Section } from "./Section";

/** Terms of service and privacy policy (R121). */
export function PrivacyContent({
  page,
  contactEmail,
}: {
  page: StandingPages["privacy"];
  contactEmail: string;
}) {
  return (
    <>
      <PageHeader
        title={page.title}
        introField="updated"
        intro={t("updated", { date: longDate(page.updated, "UTC") })}
        scene="forest"
      />
      <Section title={t("terms")} {...field("terms")}>
        <Paragraphs passages={page.terms} isNumbered />
      </Section>
      <Section title={t("policy")} {...field("policy")}>
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
