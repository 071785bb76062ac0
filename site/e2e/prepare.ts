import { expect, test } from "@playwright/test";
import { Api } from "./api";
import { FORD, GUESTHOUSE } from "./guesthouse";
import { STORY, tellStory } from "./story";

/** What the tests need beyond the starter content. Runs before them, and changes nothing when it is there. */
test("the guide has one place of which everything is known, one of which nothing is, and a whole story", async () => {
  const admin = await Api.as("admin");
  const id = (slug: string) => admin.categoryId(slug);
  const wanted = [
    { ...GUESTHOUSE, categoryIds: [await id("accommodation"), await id("food-drink")] },
    { ...FORD, categoryIds: [await id("recreation")] },
  ];
  for (const form of wanted) {
    const known = await admin.place(form.slug).catch(() => null);
    if (!known) await admin.create(form);
  }
  await tellStory(admin);
  // The pages that list it are asked for by everybody: they are made before the first test counts on them.
  await expect(async () => {
    const [explore, inspiration] = await Promise.all(["/explore", "/inspiration"].map(html));
    for (const { name } of wanted) expect(explore).toContain(name);
    expect(inspiration).toContain(STORY.title);
  }).toPass();
});

async function html(path: string): Promise<string> {
  return (await fetch(`${process.env.BASE_URL}${path}`)).text();
}
