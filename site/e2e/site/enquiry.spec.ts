import { expect, expectAccessible, positionOfWorker, test, unique, uniqueEmail } from "../fixtures";

/** A place that accepts enquiries, for one test. */
// R419, R420
test.describe("an enquiry to a place @publishes", () => {
  let place: { id: number; slug: string; name: string };

  test.beforeEach(async ({ admin }) => {
    const name = unique("Lantern Lodge");
    const [category] = await admin.categories();
    const form = { name, ...positionOfWorker(), categoryIds: [category!.id] };
    const enquiries = { enquiryFormEnabled: true, email: "stay@example.org", isActive: true };
    place = await admin.create({ ...form, ...enquiries });
  });
  test.afterEach(({ admin }) => admin.remove(place.id));

  test("is validated, sent, and stored with its delivery @phone", async ({ page, admin }) => {
    await page.goto(`/places/${place.slug}`);
    await page.getByText("Send an enquiry").click();
    const form = page.getByRole("form", { name: "Send an enquiry" });
    await expect(form).toContainText(`We email what you enter here to ${place.name}`);
    await form.getByRole("button", { name: "Send message" }).click();
    await expect(form.getByLabel("Name")).toHaveAccessibleDescription("Name is required");
    await expect(form.getByLabel("Name")).toBeFocused();
    // No link is half covered by the header.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, "enquiry with errors");
    await form.getByLabel("Name").fill("Trần Thị Đào");
    await form.getByLabel("Email").fill(uniqueEmail("dao"));
    await form.getByLabel("People").fill("4");
    const message = unique("Còn phòng không?");
    await form.getByLabel("Message").fill(message);
    await form.getByRole("button", { name: "Send message" }).click();
    await expect(form.getByText("Message sent.")).toBeVisible();
    await expect(form.getByLabel("Message")).toHaveValue("");
    const [stored] = await admin.enquiries(place.id);
    expect(stored).toMatchObject({ recipient: "stay@example.org", people: 4, message });
  });

  test("is sent by the server's page without JavaScript @desktop", async ({ browser, admin }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`/places/${place.slug}`);
    await page.getByText("Send an enquiry").click();
    const form = page.getByRole("form", { name: "Send an enquiry" });
    await form.getByLabel("Name").fill("Trần Thị Đào");
    await form.getByLabel("Email").fill("dao at example");
    await form.getByLabel("Message").fill("Còn phòng không?");
    await form.getByRole("button", { name: "Send message" }).click();
    await expect(page).toHaveURL(`/enquiry/${place.id}`);
    await expect(page.getByRole("alert")).toHaveText("Valid email is required");
    await page.getByLabel("Email").fill(uniqueEmail("dao"));
    await page.getByRole("button", { name: "Send inquiry" }).click();
    await expect(page.getByText("Your inquiry was sent. The place can reply to you by email.")).toBeVisible();
    const stored = await admin.enquiries(place.id);
    expect(stored).toHaveLength(1);
    await context.close();
  });
});

// R419
test("a place without the enquiry form shows none @desktop", async ({ page }) => {
  await page.goto("/places/son-doong-cave");
  await expect(page.getByText("Send an enquiry")).toHaveCount(0);
});
