import { expect, test, unique } from "../fixtures";
import type { Api } from "../api";
import { BUDGET_MS, fresh, page } from "../freshness";

/** What the pages of a place say: its own, and those that list it. */
async function shown(
  slug: string,
  words: string,
): Promise<{ own: boolean; explore: boolean; sitemap: boolean; picture: boolean }> {
  const [own, explore, sitemap, picture] = await Promise.all([
    page(`/places/${slug}`),
    page("/explore"),
    page("/sitemap.xml"),
    page(`/places/${slug}/social.jpg`),
  ]);
  return {
    own: own.status === 200 && own.text.includes(words),
    explore: explore.text.includes(words),
    sitemap: sitemap.text.includes(`/places/${slug}`),
    picture: picture.status === 200,
  };
}

const isOn = async (slug: string, words: string) => {
  const { own, explore, sitemap, picture } = await shown(slug, words);
  return own && explore && sitemap && picture;
};
const isOff = async (slug: string, words: string) => {
  const { own, explore, sitemap, picture } = await shown(slug, words);
  return !own && !explore && !sitemap && !picture && (await page(`/places/${slug}`)).status === 404;
};

const form = async (admin: Api, name: string) => ({
  name,
  latitude: 17.6,
  longitude: 106.3,
  categoryIds: [await admin.categoryId("cave")],
});

test("B2: publish, edit, unpublish, republish, rename and delete are on the public pages within two seconds", async ({
  admin,
}) => {
  const name = unique("Fresh Grotto");
  const place = await admin.create(await form(admin, name));
  await fresh("publish", () => isOn(place.slug, name));

  const sentence = unique("Bats leave at dusk");
  await admin.update(place.id, { description: sentence });
  await fresh("edit", async () => (await page(`/places/${place.slug}`)).text.includes(sentence));

  await admin.update(place.id, { isActive: false });
  await fresh("unpublish", () => isOff(place.slug, name));

  await admin.update(place.id, { isActive: true });
  await fresh("republish", () => isOn(place.slug, name));

  const renamed = unique("Renamed Grotto");
  const { slug } = await admin.update(place.id, { name: renamed });
  expect(slug).not.toBe(place.slug);
  await fresh("rename", async () => {
    const old = await page(`/places/${place.slug}`);
    const picture = await page(`/places/${place.slug}/social.jpg?v=1`);
    if (picture.status !== 301 || picture.location !== `/places/${slug}/social.jpg?v=1`) return false;
    return old.status === 301 && old.location === `/places/${slug}` && (await isOn(slug, renamed));
  });

  await admin.remove(place.id);
  await fresh("delete", () => isOff(slug, renamed));
  expect((await page(`/places/${place.slug}`)).status).toBe(404);
});

test("B2: the home page shows a place as soon as it is featured", async ({ admin }) => {
  const name = unique("Featured Grotto");
  const place = await admin.create({ ...(await form(admin, name)), isPremium: true, rating: 5 });
  await fresh("feature", async () => (await page("/")).text.includes(name));
  await admin.remove(place.id);
  await fresh("delete a featured place", async () => !(await page("/")).text.includes(name));
});

test("B2: the console is told since when a change is live", async ({ admin }) => {
  const place = await admin.create(await form(admin, unique("Live Grotto")));
  await expect(async () => expect((await admin.place(place.id)).liveSince).not.toBeNull()).toPass({
    timeout: BUDGET_MS,
  });
  await admin.remove(place.id);
});
