import { expect, test } from "../fixtures";
import { createGuide, type GuideServer } from "../guideServer";

/** Addresses that browsers cannot parse. They are rejected today, but a database may contain older ones. */
const INVALID_URLS = [
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
  const invalid = `(case id % ${INVALID_URLS.length} ${INVALID_URLS.map((address, at) => `when ${at} then '${address}'`).join(" ")} end)`;
  guide.sql(`
    update place set list_json_epoch = 0, image_url = ${invalid}, gallery = json_array(${invalid}, '/x.webp'), website = ${invalid},
      google_maps_url = ${invalid}, affiliate_link = ${invalid}, booking_com_url = ${invalid}, agoda_url = ${invalid},
      direct_booking_contact = ${invalid}, booking_type = 'affiliate', is_premium = id < 7;
    update article set main_image_url = ${invalid}, external_url = ${invalid}, is_featured = id < 3;
    update account set photo_url = '${INVALID_URLS[0]}';
    update setting set value = json_set(value, '$.imageUrl', '${INVALID_URLS[3]}', '$.social.facebook', '${INVALID_URLS[3]}');
  `);
  await guide.start({});
});

test.afterAll(() => guide.dispose());

// R412
test("no page fails because of a stored address that cannot be parsed", async ({ request }) => {
  test.setTimeout(120_000);
  const fetchList = async (path: string) => {
    const response = await request.get(`${guide.origin}${path}`);
    return (await response.json()) as { id: number; slug: string; version: number }[];
  };
  const places = (await fetchList("/api/businesses?limit=10&sort=id")).map(({ slug }) => `/places/${slug}`);
  const articles = (await fetchList("/api/articles?limit=5")).map(
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
    const response = await request.get(guide.origin + path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    for (const address of INVALID_URLS.slice(0, -1)) expect(html, path).not.toContain(`"${address}"`);
  }
  const social = await request.get(`${guide.origin}${places[0]}/social.jpg`);
  expect(social.status()).toBe(200);
});
