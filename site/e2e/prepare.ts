import { expect, test } from "@playwright/test";
import { Api } from "./api";
import { ensureSampleArticle, SAMPLE_ARTICLE } from "./sampleArticle";
import { FORD, GUESTHOUSE } from "./samplePlaces";

/** Adds what the tests need beyond the starter content, unless it exists already. Runs before all tests. */
test("the guide has a place with every field, a place with the required fields only, and a complete article", async () => {
  const admin = await Api.as("admin");
  const places = [
    {
      ...GUESTHOUSE,
      categoryIds: [await admin.categoryId("accommodation"), await admin.categoryId("food-drink")],
    },
    { ...FORD, categoryIds: [await admin.categoryId("recreation")] },
  ];
  for (const request of places) {
    const existing = await admin.place(request.slug).catch(() => null);
    if (!existing) await admin.create(request);
  }
  await ensureSampleArticle(admin);
  // The tests expect the lists to contain them.
  await expect(async () => {
    const [explore, inspiration] = await Promise.all(["/explore", "/inspiration"].map(fetchHtml));
    for (const { name } of places) expect(explore).toContain(name);
    expect(inspiration).toContain(SAMPLE_ARTICLE.title);
  }).toPass();
});

async function fetchHtml(path: string): Promise<string> {
  return (await fetch(`${process.env.BASE_URL}${path}`)).text();
}
