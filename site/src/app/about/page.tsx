import Link from "next/link";
import { notFound } from "next/navigation";
import { getStandingPage } from "@/api/server";
import { standingMetadata } from "@/static-pages/metadata";
import { Opening } from "@/static-pages/PageHeader";
import { Passages } from "@/static-pages/Paragraphs";
import { Section } from "@/static-pages/Section";
import { Told } from "@/static-pages/TextSection";
import { aboutTexts } from "@/texts/about";
import button from "@/ui/button.module.css";

const words = aboutTexts;

export async function generateMetadata() {
  const page = await getStandingPage("about");
  return standingMetadata("/about", page?.title, ({ brand }) => words.description(brand));
}

/** About: mission, story, values and what is planned. */
export default async function AboutPage() {
  const page = await getStandingPage("about");
  if (!page) notFound();
  return (
    <>
      <Opening title={page.title} intro={page.intro} scene="karst">
        <p className={button.row}>
          <Link className={button.accent} href="/explore" prefetch={false}>
            {words.start}
          </Link>
          <Link className={button.secondary} href="/contact" prefetch={false}>
            {words.contact}
          </Link>
        </p>
      </Opening>
      <Told passage={page.mission} />
      <Told passage={page.story} />
      <Section title={words.values}>
        <Passages passages={page.values} />
      </Section>
      <Told passage={page.future} />
    </>
  );
}
