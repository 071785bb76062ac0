import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BUILD_TIME_SETTINGS } from "@/api/buildTimeContent";
import { anArticle } from "./anArticle.fixture";
import { ArticleDetail } from "./ArticleDetail";

const html = (sources: string[]) =>
  renderToStaticMarkup(<ArticleDetail article={anArticle({ sources })} region={BUILD_TIME_SETTINGS} />);

test("an article lists its sources under its text, if it has any", () => {
  const listed = html(["showcaves.com (2022)", "A walk"]);
  expect(listed).toContain('<h2 id="article-sources">Sources</h2>');
  expect(listed.indexOf("showcaves.com (2022)")).toBeGreaterThan(listed.indexOf("five hundred caves"));
  expect(html([])).not.toContain("Sources");
});
