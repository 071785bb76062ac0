import type { Page } from "@playwright/test";
import { CONSOLE, field, toast, unfold } from "../console/fixtures";
import { expectFresh, fetchPage } from "../freshness";
import { expect, expectAccessible, test } from "../fixtures";

/** Opens the form of a standing page and waits until it has values. */
async function openForm(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`${CONSOLE}pages`);
  await page.getByRole("main").getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(`${CONSOLE}pages/${name}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Edit ${title}`);
  await expect(field(page, "Heading").first()).not.toHaveValue("");
}

// R202, R207
test("an answer of Help is edited and public within two seconds", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  monitor.allow(/412 \(/);
  const before = await admin.standingPage("help");
  const answerText = "Press the heart. {brand} keeps it for you.";
  const publicText = "Press the heart. Phong Nha Guide keeps it for you.";
  try {
    await signIn("admin");
    await openForm(page, "help", "Help");
    await unfold(page, "Question 2");
    const question = page.getByRole("group", { name: "Question 2", exact: true });
    await expect(question.getByText("You can use {brand}, {region} and {email}")).toHaveCount(2);
    await question.getByLabel("Answer").fill(" ");
    await page.keyboard.press("Control+s");
    await expect(question.getByText("Answer is required")).toBeVisible();
    await expect(question.getByLabel("Answer")).toBeFocused();
    await page.mouse.move(0, 0);
    await expectAccessible(page, "Help with an error");
    await question.getByLabel("Answer").fill(answerText);
    await page.getByRole("link", { name: "All pages" }).click();
    const leave = page.getByRole("dialog", { name: "Leave without saving?" });
    await leave.getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(toast(page, "Help updated successfully")).toBeVisible();
    await expectFresh("the answer", async () => (await fetchPage("/help")).text.includes(publicText));

    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History of Help" });
    await history.getByRole("list", { name: "Versions" }).getByRole("button").nth(1).click();
    await expect(history.getByText("1 field differs")).toBeVisible();
    await expect(history.getByRole("checkbox", { name: "Restore Questions" })).toBeChecked();
    await history.getByRole("button", { name: "Close" }).click();

    // Changes of another admin are shown before they are overwritten.
    await field(page, "Introduction").fill("Ask us.");
    await admin.updateStandingPage("help", { title: "Ask us anything" });
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Someone else changed this page" });
    await expect(dialog).toContainText("Ask us anything");
    await dialog.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await admin.standingPage("help")).intro).toBe("Ask us.");
    expect((await admin.standingPage("help")).title).toBe("Ask us anything");
  } finally {
    await admin.updateStandingPage("help", before);
    await expectFresh("as before", async () => !(await fetchPage("/help")).text.includes(publicText));
  }
});

// R202
test("a city of Getting Here is moved with its options, and another one is added", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  monitor.allow(/422 \(/);
  const before = await admin.standingPage("getting-here");
  const [first, second] = before.cities;
  try {
    await signIn("admin");
    await openForm(page, "getting-here", "Getting Here");
    await page.getByRole("button", { name: "Move City 2 up" }).click();
    await unfold(page, "City 1");
    const movedCity = page.getByRole("group", { name: "City 1", exact: true });
    await expect(movedCity.getByRole("textbox", { name: "City", exact: true })).toHaveValue(second!.name);
    await expect(movedCity.getByLabel("Transport").first()).toHaveValue(second!.options[0]!.type);
    await movedCity.getByRole("button", { name: "Move Option 2 up" }).click();

    await page.getByRole("button", { name: "Add city" }).click();
    const newCity = page.getByRole("group", { name: `City ${before.cities.length + 1}`, exact: true });
    await newCity.getByRole("textbox", { name: "City", exact: true }).fill("Vientiane");
    await newCity.getByLabel("Distance in km").fill("far");
    await newCity.getByLabel("Transport").fill("Bus");
    await newCity.getByLabel("Duration").fill("a day");
    await newCity.getByLabel("Price in words").fill("ask the seller");
    await newCity.getByLabel("Companies").fill("King of Bus, Green Bus");
    await page.keyboard.press("Control+s");
    await expect(newCity.getByText("Distance must be a whole number of kilometers")).toBeVisible();
    await expect(newCity.getByLabel("Distance in km")).toBeFocused();
    await newCity.getByLabel("Distance in km").fill("420");
    await page.keyboard.press("Control+s");
    await expect(toast(page, "Getting Here updated successfully")).toBeVisible();

    const { cities } = await admin.standingPage("getting-here");
    expect(cities.map(({ name }) => name)).toEqual([
      second!.name,
      first!.name,
      ...before.cities.slice(2).map(({ name }) => name),
      "Vientiane",
    ]);
    expect(cities[0]!.options.map(({ type }) => type)).toEqual(
      [second!.options[1]!, second!.options[0]!, ...second!.options.slice(2)].map(({ type }) => type),
    );
    expect(cities[1]).toEqual(first);
    expect(cities.at(-1)!.options[0]!.companies).toEqual(["King of Bus", "Green Bus"]);
    await expectFresh("the city", async () => (await fetchPage("/getting-here")).text.includes("Vientiane"));
    await page.goto("/getting-here");
    await expect(page.getByRole("tab").first()).toContainText(second!.name);
    await expect(page.getByRole("tab", { selected: true })).toContainText(second!.name);
  } finally {
    await admin.updateStandingPage("getting-here", before);
    await expectFresh(
      "as before",
      async () => !(await fetchPage("/getting-here")).text.includes("Vientiane"),
    );
  }
});
