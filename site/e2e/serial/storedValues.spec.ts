import { expect, test } from "../fixtures";
import { createGuide, type GuideServer } from "../guideServer";

/** Addresses that browsers cannot parse. They are rejected today, but a database may contain older ones. */
const BAD = [
  "https://example.com:99999/x.jpg",
  "https://<bucket>.s3.amazonaws.com/x.jpg",
  "https://ex%20ample.com/x.jpg",
  "https://[img]/x.jpg",
  "https://",
];

let guide: GuideServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide();
  const bad = `(case id % ${BAD.length} ${BAD.map((address, at) => `when ${at} then '${address}'`).join(" ")} end)`;
  guide.sql(`
    update place set list_json_epoch = 0, image_url = ${bad}, gallery = json_array(${bad}, '/x.webp'), website = ${bad},
      google_maps_url = ${bad}, affiliate_link = ${bad}, booking_com_url = ${bad}, agoda_url = ${bad},
      direct_booking_contact = ${bad}, booking_type = 'affiliate', is_premium = id < 7;
    update article set main_image_url = ${bad}, external_url = ${bad}, is_featured = id < 3;
    update account set photo_url = '${BAD[0]}';
    update setting set value = json_set(value, '$.imageUrl', '${BAD[3]}', '$.social.facebook', '${BAD[3]}');
  `);
  await guide.start({});
});

test.afterAll(() => guide.dispose());

// R412
test("no page fails because of a stored address that cannot be parsed", async ({ request }) => {
  test.setTimeout(120_000);
  const listOf = async (path: string) => {
    const answer = await request.get(`${guide.origin}${path}`);
    return (await answer.json()) as { id: number; slug: string; version: number }[];
  };
  const places = (await listOf("/api/businesses?limit=10&sort=id")).map(({ slug }) => `/places/${slug}`);
  const articles = (await listOf("/api/articles?limit=5")).map(
    ({ id, slug }) => `/inspiration/${id}-${slug}`,
  );
  expect(places.length + articles.length).toBeGreaterThan(12);
  const pages = [
    "/",
    "/explore",
    "/inspiration",
    "/guestbook",
    "/feed.xml",
    "/sitemap.xml",
    ...places,
    ...articles,
  ];
  for (const path of pages) {
    const answer = await request.get(guide.origin + path);
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    for (const address of BAD.slice(0, -1)) expect(html, path).not.toContain(`"${address}"`);
  }
  const social = await request.get(`${guide.origin}${places[0]}/social.jpg`);
  expect(social.status()).toBe(200);
});
