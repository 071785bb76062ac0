import type { ArticleRequest, ArticleResponse } from "@karst/client";
import type { Api } from "./api";

/** An article with every field. Its day in the region begins in the evening of the previous day in UTC. */
export const SAMPLE_ARTICLE = {
  title: "A day on the Sơn, told slowly",
  author: "Nguyễn Thị Hằng",
  summary: "One boat, two caves and lunch on the bank: what a day on the river is like when nobody hurries.",
  contentHtml: [
    "<h2>The morning</h2>",
    '<p>The boats leave when they are full. <strong>Come early</strong>, and read <a href="/explore">the map</a>.</p>',
    "<ul><li>water</li><li>a hat</li></ul>",
    '<p>First <a href="/places/tien-son-cave">Tiên Sơn</a>, high up; then <a href="/places/phong-nha-cave">the cave of the river</a>.</p>',
    "<table><thead><tr><th>Cave</th><th>How it is reached</th><th>How long</th></tr></thead>",
    "<tbody><tr><td>Động Phong Nha</td><td>by boat</td><td>two hours</td></tr></tbody></table>",
    '<figure><img src="/scenes/water-5.svg" alt="A boat on the river"><figcaption>The river at noon</figcaption></figure>',
    "<blockquote><p>Nobody hurries the Sơn.</p></blockquote>",
  ].join(""),
  tags: ["river", "cave", "family", "slow travel"],
  publicationDate: "2026-01-04T17:30:00.000Z",
  isFeatured: true,
  isActive: true,
  latitude: 17.58137,
  longitude: 106.28308,
  externalUrl: "https://www.example.org/son",
  sources: ["A day on the river, May 2025", "The timetable of the boats, https://www.example.org/boats"],
  mapOverlay: {
    type: "LineString",
    coordinates: [
      [106.2987, 17.6096],
      [106.2903, 17.5921],
      [106.28308, 17.58137],
    ],
  },
} satisfies ArticleRequest;

/** The day of publication in the region, seven hours ahead of UTC. */
export const SAMPLE_ARTICLE_DATE = "January 5, 2026";

/** The sample article; an admin publishes it unless it exists. */
export async function ensureSampleArticle(admin: Api): Promise<ArticleResponse> {
  const existing = (await admin.articles()).find(({ title }) => title === SAMPLE_ARTICLE.title);
  return existing ?? admin.createArticle(SAMPLE_ARTICLE);
}
