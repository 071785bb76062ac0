import Link from "next/link";
import type { StandingPages } from "@karst/client";
import { t } from "@/messages/help.gen";
import { field } from "@/preview/field";
import button from "@/ui/button.module.css";
import { FaqList } from "./FaqList";
import { PageHeader } from "./PageHeader";
import { Section } from "./Section";

/** Help: frequent questions and contact options (R119, R120). */
export function HelpContent({ page, contactEmail }: { page: StandingPages["help"]; contactEmail: string }) {
  return (
    <>
      <PageHeader title={page.title} intro={page.intro} scene="stay" />
      <Section title={t("questions")} {...field("questions")}>
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
