import type { Metadata } from "next";
import { getAllArticles, getSettings } from "@/api/server";
import { summarize, SUMMARY_FIELDS } from "@/articles/summary";
import { topicPath } from "@/lib/paths";
import { Inspiration } from "@/articles/InspirationPage";
import { social } from "@/layout/socialLinks";
import { inspirationTexts } from "@/texts/inspiration";

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const { title, intro } = inspirationTexts;
  const description = intro(region.regionName);
  return {
    title,
    description,
    ...social(region, { path: topicPath(null), title, description, hasFeed: true }),
  };
}

/** Runs before the list is painted: where the address names a topic, the whole list is not shown first (see Explore). */
const MARK_NARROWING =
  'new URLSearchParams(location.search).has("topic")&&(document.documentElement.dataset.narrowing="")';

/** Inspiration: the HTML holds every article; what the address narrows is narrowed in the browser. */
export default async function InspirationPage() {
  const [region, articles] = await Promise.all([getSettings(), getAllArticles(SUMMARY_FIELDS)]);
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: MARK_NARROWING }} />
      <Inspiration
        articles={articles.map((article) => summarize(article, region.timeZone))}
        regionName={region.regionName}
      />
    </>
  );
}
