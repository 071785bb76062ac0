import Link from "next/link";
import { notFound } from "next/navigation";
import { getStandingPage } from "@/api/server";
import { standingPageMetadata } from "@/static-pages/metadata";
import { PageHeader } from "@/static-pages/PageHeader";
import { Paragraphs } from "@/static-pages/Paragraphs";
import { Section, TextSection } from "@/static-pages/Section";
import { t } from "@/messages/about.gen";
import button from "@/ui/button.module.css";

export async function generateMetadata() {
  const page = await getStandingPage("about");
  return standingPageMetadata("/about", page?.title, ({ brand }) => t("description", { brand }));
}

/** About: mission, story, values and future (R99). */
export default async function AboutPage() {
  const page = await getStandingPage("about");
  if (!page) notFound();
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
      <TextSection passage={page.mission} />
      <TextSection passage={page.story} />
      <Section title={t("values")}>
        <Paragraphs passages={page.values} />
      </Section>
      <TextSection passage={page.future} />
    </>
  );
}
