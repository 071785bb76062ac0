import { expect, test, unique } from "../fixtures";
import { Api } from "../api";
import { expectFresh, fetchPage } from "../freshness";
import { SAMPLE_ARTICLE } from "../sampleArticle";
import { createTraveler } from "../travelers";

/**
 * Whether all of these public paths contain their text, or none of them does. They are requested without a session; an
 * error response says nothing about visibility, so it fails (R319).
 */
async function haveVisibility(isPublic: boolean, places: Record<string, string>): Promise<boolean> {
  const results = Object.entries(places).map(async ([path, content]) => {
    const { status, text } = await fetchPage(path);
    expect(status, path).toBeLessThan(500);
    return text.includes(content) === isPublic;
  });
  return (await Promise.all(results)).every(Boolean);
}

// R113, R144, R319
test("an entry is public only while it is approved", async ({ admin }) => {
  const place = await admin.create({
    name: unique("Listed Grotto"),
    latitude: 17.6,
    longitude: 106.3,
    categoryIds: [await admin.categoryId("cave")],
  });
  const text = unique("The boat slid into the dark and nobody spoke");
  const traveler = await Api.signedIn(await createTraveler("Mai", "Nguyễn"));
  const { id } = await traveler.writeEntry(text, { rating: 5, relatedPlaceId: place.id });
  const places = {
    "/guestbook": text,
    [`/places/${place.slug}`]: text,
    "/api/guestbook": text,
    [`/api/guestbook/${id}`]: text,
    [`/api/businesses/${place.id}/guestbook`]: text,
  };
  expect((await fetchPage(`/places/${place.slug}`)).status).toBe(200);
  expect(await haveVisibility(false, places), "while it waits").toBe(true);
  for (const decision of ["rejected", "spam"] as const) {
    await admin.moderate(id, "approved");
    await expectFresh("approved", () => haveVisibility(true, places));
    await admin.undo(id);
    await expectFresh("undone", () => haveVisibility(false, places));
    await admin.moderate(id, decision);
    expect(await haveVisibility(false, places), decision).toBe(true);
    expect((await fetchPage(`/api/guestbook/${id}`)).status).toBe(404);
    await admin.undo(id);
  }
  await admin.moderate(id, "approved");
  await expectFresh("approved", () => haveVisibility(true, places));
  await admin.removeEntry(id);
  await expectFresh("deleted", () => haveVisibility(false, places));
  await admin.remove(place.id);
});

// R84, R139, R319, R405
test("an article is public from its publication date on and never while it is inactive", async ({
  admin,
}) => {
  const title = unique("Slow boats");
  const tag = unique("slow boats").toLowerCase();
  const story = { ...SAMPLE_ARTICLE, title, tags: [tag] };
  const article = await admin.createArticle({ ...story, isActive: false });
  const ownPath = `/inspiration/${article.id}-${article.slug}`;
  const places = {
    "/": title,
    "/inspiration": title,
    [ownPath]: title,
    "/sitemap.xml": ownPath,
    "/feed.xml": title,
    "/api/articles?limit=100": title,
    "/api/articles/topics": tag,
    [`/api/articles?q=${encodeURIComponent(title)}`]: title,
    [`/api/articles?tag=${encodeURIComponent(tag)}`]: title,
    [`/api/articles/${article.id}`]: title,
  };
  const isPublic = () => haveVisibility(true, places);
  const isHidden = () => haveVisibility(false, places);
  expect(await isHidden(), "inactive").toBe(true);

  await admin.updateArticle(article.id, { isActive: true });
  await expectFresh("published", isPublic);
  expect((await fetchPage(`${ownPath}/social.jpg`)).status).toBe(200);
  await admin.updateArticle(article.id, { isActive: false });
  await expectFresh("unpublished", isHidden);
  expect((await fetchPage(ownPath)).status).toBe(404);
  expect((await fetchPage(`${ownPath}/social.jpg`)).status).toBe(404);

  const publishedAt = Date.now() + 4_000;
  await admin.updateArticle(article.id, {
    isActive: true,
    publicationDate: new Date(publishedAt).toISOString(),
  });
  expect(await isHidden(), "before its moment").toBe(true);
  await new Promise((resolve) => setTimeout(resolve, publishedAt - Date.now()));
  await expectFresh("its moment has come", isPublic);

  const unpublishedAt = Date.now() + 4_000;
  await admin.updateArticle(article.id, { unpublishAt: new Date(unpublishedAt).toISOString() });
  expect(await isPublic(), "before its end").toBe(true);
  await new Promise((resolve) => setTimeout(resolve, unpublishedAt - Date.now()));
  await expectFresh("its end has come", isHidden);
  expect((await fetchPage(ownPath)).status).toBe(404);
  expect(await admin.article(article.id)).toMatchObject({ isActive: false, unpublishAt: null });
  await admin.updateArticle(article.id, { isActive: true });
  await expectFresh("active again", isPublic);
  await admin.removeArticle(article.id);
  await expectFresh("deleted", isHidden);
});

// R472
test("a place is off the site within two seconds of its time", async ({ admin }) => {
  const place = await admin.create({
    name: unique("Ending Grotto"),
    latitude: 17.6,
    longitude: 106.3,
    categoryIds: [await admin.categoryId("cave")],
  });
  const path = `/places/${place.slug}`;
  const lists = ["/explore", "/api/businesses?limit=1000", "/api/businesses.geojson"];
  const isGone = async () => (await fetchPage(path)).status === 404;
  const isListed = async (list: string) => (await fetchPage(list)).text.includes(place.name);
  await expectFresh("public", async () => !(await isGone()) && (await isListed("/explore")));
  const unpublishedAt = Date.now() + 4_000;
  await admin.update(place.id, { unpublishAt: new Date(unpublishedAt).toISOString() });
  expect((await fetchPage(path)).status).toBe(200);
  expect((await fetchPage(`/api/businesses/${place.id}`)).text).toContain('"unpublishAt":null');
  await new Promise((resolve) => setTimeout(resolve, unpublishedAt - Date.now()));
  await expectFresh("its end has come", async () => {
    const listed = await Promise.all(lists.map(isListed));
    return (await isGone()) && !listed.includes(true);
  });
  await admin.remove(place.id);
});
