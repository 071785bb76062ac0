import { expect, test, unique } from "../fixtures";
import type { Api } from "../api";
import { BUDGET_MS, expectFresh, fetchPage } from "../freshness";

/** Whether the place's own page and the pages that list it contain a text. */
async function checkPages(
  slug: string,
  text: string,
): Promise<{ own: boolean; explore: boolean; sitemap: boolean; picture: boolean }> {
  const [own, explore, sitemap, picture] = await Promise.all([
    fetchPage(`/places/${slug}`),
    fetchPage("/explore"),
    fetchPage("/sitemap.xml"),
    fetchPage(`/places/${slug}/social.jpg`),
  ]);
  return {
    own: own.status === 200 && own.text.includes(text),
    explore: explore.text.includes(text),
    sitemap: sitemap.text.includes(`/places/${slug}`),
    picture: picture.status === 200,
  };
}

const isPublic = async (slug: string, text: string) => {
  const { own, explore, sitemap, picture } = await checkPages(slug, text);
  return own && explore && sitemap && picture;
};
const isHidden = async (slug: string, text: string) => {
  const { own, explore, sitemap, picture } = await checkPages(slug, text);
  return !own && !explore && !sitemap && !picture && (await fetchPage(`/places/${slug}`)).status === 404;
};

const placeRequest = async (admin: Api, name: string) => ({
  name,
  latitude: 17.6,
  longitude: 106.3,
  categoryIds: [await admin.categoryId("cave")],
});

// R202
test("publishing, editing, unpublishing, renaming and deleting a place is public within two seconds", async ({
  admin,
}) => {
  const name = unique("Fresh Grotto");
  const place = await admin.create(await placeRequest(admin, name));
  await expectFresh("publish", () => isPublic(place.slug, name));

  const sentence = unique("Bats leave at dusk");
  await admin.update(place.id, { description: sentence });
  await expectFresh("edit", async () => (await fetchPage(`/places/${place.slug}`)).text.includes(sentence));

  await admin.update(place.id, { isActive: false });
  await expectFresh("unpublish", () => isHidden(place.slug, name));

  await admin.update(place.id, { isActive: true });
  await expectFresh("republish", () => isPublic(place.slug, name));

  const renamed = unique("Renamed Grotto");
  const { slug } = await admin.update(place.id, { name: renamed });
  expect(slug).not.toBe(place.slug);
  await expectFresh("rename", async () => {
    const old = await fetchPage(`/places/${place.slug}`);
    const picture = await fetchPage(`/places/${place.slug}/social.jpg?v=1`);
    if (picture.status !== 301 || picture.location !== `/places/${slug}/social.jpg?v=1`) return false;
    return old.status === 301 && old.location === `/places/${slug}` && (await isPublic(slug, renamed));
  });

  await admin.remove(place.id);
  await expectFresh("delete", () => isHidden(slug, renamed));
  expect((await fetchPage(`/places/${place.slug}`)).status).toBe(404);
});

// R202
test("Home shows a place as soon as it is featured", async ({ admin }) => {
  const name = unique("Featured Grotto");
  const place = await admin.create({ ...(await placeRequest(admin, name)), isPremium: true, rating: 5 });
  await expectFresh("feature", async () => (await fetchPage("/")).text.includes(name));
  await admin.remove(place.id);
  await expectFresh("delete a featured place", async () => !(await fetchPage("/")).text.includes(name));
});

// R202
test("the API tells since when a change is live", async ({ admin }) => {
  const place = await admin.create(await placeRequest(admin, unique("Live Grotto")));
  await expect(async () => expect((await admin.place(place.id)).liveSince).not.toBeNull()).toPass({
    timeout: BUDGET_MS,
  });
  await admin.remove(place.id);
});
