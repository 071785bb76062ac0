import { expect, test } from "vitest";
import { anArticle } from "./anArticle.fixture";
import { articleJsonLd } from "./jsonld";

const context = {
  page: "https://guide.test/inspiration/7-which-cave-is-yours",
  origin: "https://guide.test",
  brand: "Phong Nha Guide",
  region: "Phong Nha, Vietnam",
  images: ["/inspiration/7-which-cave-is-yours/social.jpg?v=1"],
};

test("an article has author, dates and location", () => {
  expect(articleJsonLd(anArticle(), context)).toMatchObject({
    "@type": "Article",
    mainEntityOfPage: context.page,
    headline: "Which cave is yours?",
    author: { name: "Linh Trần" },
    publisher: { name: "Phong Nha Guide" },
    datePublished: "2026-01-04T17:30:00.000Z",
    dateModified: "2026-01-06T08:00:00.000Z",
    image: ["https://guide.test/inspiration/7-which-cave-is-yours/social.jpg?v=1"],
    keywords: "cave, planning",
    contentLocation: { name: "Phong Nha, Vietnam", geo: { latitude: 17.58137, longitude: 106.28308 } },
  });
});

test("edits before the publication date do not count as modification", () => {
  const early = anArticle({ updatedAt: "2026-01-03T08:00:00.000Z" });
  expect(articleJsonLd(early, context)).toMatchObject({ dateModified: "2026-01-04T17:30:00.000Z" });
});

test("an article without tags has no keywords", () => {
  expect(articleJsonLd(anArticle({ tags: [] }), context)).not.toHaveProperty("keywords");
});
