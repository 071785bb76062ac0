import type { Metadata } from "next";
import { getAllArticles, getSettings } from "@/api/server";
import { summarize, SUMMARY_FIELDS } from "@/articles/summary";
import { topicPath } from "@/lib/paths";
import { InspirationPage } from "@/articles/InspirationPage";
import { pageMetadata } from "@/layout/pageMetadata";
import { t } from "@/messages/inspiration.gen";

const intro = (region: string) => (region ? t("intro", { region }) : t("introWithoutRegion"));

export async function generateMetadata(): Promise<Metadata> {
  const region = await getSettings();
  const title = t("title");
  const description = intro(region.regionName);
  return {
    title,
    description,
    ...pageMetadata(region, { path: topicPath(null), title, description, hasFeed: true }),
  };
}

/** Runs before the list is painted: hides the unfiltered list if the URL has a topic (see the Explore page). */
const PRE_HYDRATION_FILTER_SCRIPT =
  'new URLSearchParams(location.search).has("topic")&&(document.documentElement.dataset.narrowing="")';

/** Inspiration. The HTML has all articles; the browser applies the topic of the URL. */
export default async function Page() {
  const [region, articles] = await Promise.all([getSettings(), getAllArticles(SUMMARY_FIELDS)]);
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: PRE_HYDRATION_FILTER_SCRIPT }} />
      <InspirationPage
        articles={articles.map((article) => summarize(article, region.timeZone))}
        intro={intro(region.regionName)}
      />
    </>
  );
}
