import { expect, expectAccessible, positionOfWorker, test, unique } from "../fixtures";

// R217, R510, R512, R514, R516
test.describe("a report about a place @publishes", () => {
  let place: { id: number; slug: string; name: string };

  test.beforeEach(async ({ admin }) => {
    const name = unique("Lantern Cave");
    const [category] = await admin.categories();
    const hours = { operatingHours: "Mo-Su 07:00-17:00", isActive: true };
    place = await admin.create({ name, ...positionOfWorker(), categoryIds: [category!.id], ...hours });
  });
  test.afterEach(({ admin }) => admin.remove(place.id));

  test("is confirmed in place, and becomes a correction with two keys @phone", async ({
    page,
    admin,
    signIn,
  }) => {
    await page.goto(`/places/${place.slug}`);
    await page.getByRole("button", { name: /^Still right\? / }).click();
    await expect(page.getByText("Thank you for checking.")).toBeFocused();
    await page.getByText("Report a problem").click();
    const form = page.getByRole("form", { name: "Report a problem" });
    await form.getByRole("button", { name: "Send report" }).click();
    await expect(form.getByText("Choose what is wrong")).toBeVisible();
    await form.getByLabel("Wrong opening hours").check();
    await form.getByLabel("Correct opening hours").fill("Mo-Su 08:00-16:00");
    await expectAccessible(page, "report");
    await form.getByRole("button", { name: "Send report" }).click();
    await expect(form.getByText("Our team will check what you sent.")).toBeVisible();

    await signIn("admin");
    await page.goto("/admin-portal/reports");
    const item = page.getByRole("listitem", { name: place.name });
    await expect(item.getByText("Now: Mo-Su 07:00-17:00")).toBeVisible();
    await expectAccessible(page, "reports");
    await item.focus();
    await page.keyboard.press("a");
    await expect(page.getByText(`The report about ${place.name} was accepted.`)).toBeVisible();
    expect(await admin.place(place.id)).toMatchObject({ operatingHours: "Mo-Su 08:00-16:00" });
  });

  test("is sent by the server's page without JavaScript @desktop", async ({ browser, admin }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`/places/${place.slug}`);
    await page.getByText("Report a problem").click();
    const form = page.getByRole("form", { name: "Report a problem" });
    await form.getByLabel("Unsafe").check();
    await form.getByRole("button", { name: "Send report" }).click();
    await expect(page).toHaveURL(`/report/${place.id}`);
    await expect(page.getByRole("alert")).toHaveText("Describe the problem");
    await page.getByLabel("Details").fill("The handrail is loose.");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Our team will check what you sent.")).toBeVisible();
    const [stored] = await admin.proposals(place.id);
    expect(stored).toMatchObject({ kind: "unsafe", reports: [{ details: "The handrail is loose." }] });
    await context.close();
  });
});
