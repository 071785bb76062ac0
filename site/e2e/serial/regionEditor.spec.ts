import type { PlaceResponse } from "@karst/client";
import { CONSOLE, toast } from "../console/fixtures";
import type { Api } from "../api";
import { expectFresh, fetchPage } from "../freshness";
import { expect, expectAccessible, test } from "../fixtures";

const FILE_NAME = "overpass.json";
const CAVE = "phong-nha-cave";
const CAVE_PAGE = `/places/${CAVE}`;
/** Places of the guide that are in the extract too. */
const KNOWN = [CAVE, "paradise-cave", "dark-cave", "hang-en-cave"];
const COUNT = 300;
/** The states in which the server works on an import. */
const BUSY = new Set<string>(["loading", "checking", "applying", "reverting", "undoing"]);
const KINDS = [
  ["tourism", "hotel"],
  ["amenity", "cafe"],
  ["natural", "cave_entrance"],
  ["shop", "convenience"],
] as const;

/** An extract of OpenStreetMap, as the Overpass API returns it, with known places and others far away from them. */
function overpassExtract(known: PlaceResponse[]): string {
  const facts = { phone: "+84 232 3675 110", opening_hours: "Mo-Su 07:00-17:00", fixme: "check" };
  const existing = known.map(({ name, localName, latitude, longitude, slug }, at) => ({
    type: "node",
    id: 9000 + at,
    // The first one is where the guide has it, the others are 50 meters away.
    lat: slug === CAVE ? latitude : latitude + 0.00045,
    lon: longitude,
    tags: { ...facts, natural: "cave_entrance", name: localName ?? name, "name:en": name },
  }));
  const others = Array.from({ length: COUNT - known.length }, (_, at) => {
    const [key, value] = KINDS[at % KINDS.length]!;
    const position = { lat: 16.5 + at * 0.003, lon: 107.2 };
    const tags = { ...facts, name: `Qua\u0301n ${at}`, "name:en": `River House ${at}`, [key]: value };
    return at % 3 === 0
      ? { type: "way", id: at + 1, center: position, tags }
      : { type: "node", id: at + 1, ...position, tags };
  });
  return JSON.stringify({ version: 0.6, elements: [...existing, ...others] });
}

/** The places that changed since a cursor of the change feed, and the cursor of its end. */
async function changedPlaces(api: Api, since?: string): Promise<{ ids: string[]; cursor: string }> {
  const { changes, cursor, hasMore } = await api.changes(since);
  const ids = changes.filter(({ kind }) => kind === "place").map(({ id }) => id);
  if (!hasMore) return { ids, cursor };
  const rest = await changedPlaces(api, cursor);
  return { ids: [...ids, ...rest.ids], cursor: rest.cursor };
}

/** Undoes and deletes the import of the test, and brings the values of the cave back. */
async function cleanUp(admin: Api, { id, operatingHours, phone }: PlaceResponse): Promise<void> {
  // First, in case the rest fails: an undo leaves the cave alone, because this change came later.
  await admin.update(id, { operatingHours, phone });
  await endAlerts(admin);
  for (const { id: job } of (await admin.imports()).filter(({ name }) => name === FILE_NAME)) {
    const state = async () => (await admin.importJob(job)).state;
    const isIdle = async () => !BUSY.has(await state());
    await expect.poll(isIdle, { timeout: 60_000 }).toBe(true);
    if ((await state()) === "applied") {
      // The import itself may have been applied after the first change.
      await admin.update(id, { operatingHours, phone });
      await admin.undoImport(job);
      await expect.poll(state, { timeout: 60_000 }).toBe("undone");
    }
    await admin.removeImport(job);
  }
}

async function endAlerts(admin: Api): Promise<void> {
  for (const { id } of await admin.alerts()) await admin.endAlert(id);
}

// R202, R490, R493, R510, R512, R522, R525, R526
test("an editor imports an extract, closes a cave from a phone, and accepts a traveler's correction", async ({
  page,
  browser,
  signIn,
  admin,
  publicApi,
}) => {
  test.setTimeout(180_000);
  const known = await Promise.all(KNOWN.map((slug) => admin.place(slug)));
  const cave = known[0]!;
  const traveler = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signIn("admin");
  try {
    await test.step("imports 300 places, four of which may exist", async () => {
      await page.goto(`${CONSOLE}imports`);
      const buffer = Buffer.from(overpassExtract(known));
      const file = { name: FILE_NAME, mimeType: "application/json", buffer };
      await page.getByLabel("Choose a file").setInputFiles(file);
      await expect(page.getByText(/not imported: .*fixme/)).toBeVisible();
      await expectAccessible(page, "the columns of an import");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("tab", { name: "Duplicates (4)" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
      await expectAccessible(page, "the duplicates of an import");

      const decision = (name: string) => page.getByRole("group", { name: `Decision on ${name}` });
      await decision(cave.name)
        .getByRole("button", { name: `Same as ${cave.name}` })
        .click();
      await expect(page.getByRole("tab", { name: "Duplicates (3)" })).toBeVisible();
      await decision("Paradise Cave").getByRole("button", { name: "Another place" }).click();
      await expect(page.getByRole("tab", { name: "Duplicates (2)" })).toBeVisible();
      await page.getByRole("button", { name: "Leave all out" }).click();
      for (const tab of ["New (297)", "Changed (1)", "Left out (2)"])
        await expect(page.getByRole("tab", { name: tab })).toBeVisible();

      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
      await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible({ timeout: 30_000 });
      expect(await admin.place(CAVE)).toMatchObject({ operatingHours: "Mo-Su 07:00-17:00" });
      await expectFresh("the imported hours on the page", async () =>
        (await fetchPage(CAVE_PAGE)).text.includes("07:00–17:00"),
      );
    });

    await test.step("closes the cave from a phone with two presses", async () => {
      const text = "Closed until further notice.";
      await endAlerts(admin);
      const { cursor } = await changedPlaces(publicApi);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${CONSOLE}businesses/${cave.id}`);
      await page.getByRole("button", { name: "Add alert" }).click();
      const published = page.waitForResponse(
        (response) => response.url().endsWith("/api/admin/alerts") && response.request().method() === "POST",
      );
      await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
      await published;
      await Promise.all([
        expectFresh("the closed cave on its page", async () =>
          (await fetchPage(CAVE_PAGE)).text.includes(text),
        ),
        expectFresh("the closed cave on Explore", async () =>
          (await fetchPage("/explore")).text.includes(">Closed<"),
        ),
        expectFresh("the closed cave in the alerts", async () =>
          (await publicApi.alerts()).some(({ placeIds }) => placeIds.includes(cave.id)),
        ),
        expectFresh("the closed cave in the change feed", async () =>
          (await changedPlaces(publicApi, cursor)).ids.includes(String(cave.id)),
        ),
      ]);
      await expect(toast(page, "Alert published")).toBeVisible();
      await traveler.goto(CAVE_PAGE);
      await expect(traveler.getByRole("list", { name: "Alerts" })).toContainText(`Closed${text}`);
      await endAlerts(admin);
      await expectFresh(
        "the cave that is open again",
        async () => !(await fetchPage(CAVE_PAGE)).text.includes(text),
      );
    });

    await test.step("accepts a traveler's correction with two keys", async () => {
      await traveler.goto(CAVE_PAGE);
      await traveler.getByText("Report a problem").click();
      const form = traveler.getByRole("form", { name: "Report a problem" });
      await form.getByLabel("Wrong opening hours").check();
      await form.getByLabel("Correct opening hours").fill("Mo-Su 08:30-16:30");
      await form.getByRole("button", { name: "Send report" }).click();
      await expect(form.getByText("Our team will check what you sent.")).toBeVisible();
      expect((await fetchPage(CAVE_PAGE)).text, "nothing is public before a decision").not.toContain(
        "08:30–16:30",
      );

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${CONSOLE}reports`);
      const report = page.getByRole("listitem", { name: cave.name });
      await expect(report.getByText("Now: Mo-Su 07:00-17:00")).toBeVisible();
      // Reports of other tests may come before it.
      await expect(async () => {
        await page.keyboard.press("j");
        await expect(report).toBeFocused({ timeout: 500 });
      }).toPass();
      await page.keyboard.press("a");
      await expect(page.getByText(`The report about ${cave.name} was accepted.`)).toBeVisible();
      await expectFresh("the corrected hours on the page", async () =>
        (await fetchPage(CAVE_PAGE)).text.includes("08:30–16:30"),
      );
    });
  } finally {
    await traveler.close();
    await cleanUp(admin, cave);
  }
  await expectFresh(
    "the page as before",
    async () => !(await fetchPage(CAVE_PAGE)).text.includes("08:30–16:30"),
  );
});
