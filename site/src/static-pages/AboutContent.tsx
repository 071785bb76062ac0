import Link from "next/link";
import type { StandingPages } from "@karst/client";
import { t } from "@/messages/about.gen";
import { field } from "@/preview/field";
import button from "@/ui/button.module.css";
import { PageHeader } from "./PageHeader";
import { Paragraphs } from "./Paragraphs";
import { Section, TextSection } from "./Section";

/** About: mission, story, values and future (R99). */
export function AboutContent({ page }: { page: StandingPages["about"] }) {
  return (
    <>
      <PageHeader title={page.title} intro={page.intro} scene="karst">
        <p className={button.row}>
          <Link className={button.accent} href="/explore" prefetch={false}>
            {t("explore")}
          </Link>
          <Link className={button.secondary} href="/contact" prefetch={false}>
            {t("contact")}
          </Link>
        </p>
      </PageHeader>
      <TextSection passage={page.mission} {...field("mission")} />
      <TextSection passage={page.story} {...field("story")} />
      <Section title={t("values")} {...field("values")}>
        <Paragraphs passages={page.values} />
      </Section>
      <TextSection passage={page.future} {...field("future")} />
    </>
  );
}
