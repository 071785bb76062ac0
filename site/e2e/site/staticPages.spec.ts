import { expect, expectAccessible, test } from "../fixtures";

// R93, R94, R95, R96, R97, R98
test("Getting Here has a tab for each city, options, tips, distances and ways to move about", async ({
  page,
}) => {
  await page.goto("/getting-here");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Getting to Phong Nha");
  const cities = ["Hanoi", "Da Nang", "Hoi An", "Hue", "Ninh Binh", "Dong Hoi"];
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveText(cities.map((city) => new RegExp(`^${city}`)));
  await expect(page.getByRole("tab", { name: "Hanoi" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel").filter({ visible: true })).toContainText("Sleeper bus");

  await page.getByRole("tab", { name: "Hanoi" }).focus();
  await page.keyboard.press("End");
  const panel = page.getByRole("tabpanel").filter({ visible: true });
  const ticket = panel.getByRole("article").filter({ hasText: "Local bus B4" });
  await expect(ticket).toContainText("about 90 minutes");
  await expect(ticket).toContainText("₫35,000 per person");
  await expect(ticket).toContainText("Checked July 2025");
  await expect(ticket).toContainText("Every hour from 05:30 to 17:00");
  await page.getByRole("tab", { name: "Da Nang" }).click();
  await expect(panel).toContainText("₫3,700,000 per vehicle");
  await page.getByRole("tab", { name: "Hoi An" }).click();
  await expect(panel).toContainText("₫4,400,000 per vehicle");

  const tips = page.getByRole("region", { name: "Practical Travel Tips" });
  await expect(tips.getByRole("heading", { level: 3 })).toHaveText([
    "Before You Travel",
    "Transfers in Dong Hoi",
  ]);
  await expect(page.getByText(/verified July 2025/)).toBeVisible();
  const table = page.getByRole("region", { name: "Quick Distance Reference" }).getByRole("table");
  for (const [city, km] of Object.entries({
    "Dong Hoi": 45,
    Hue: 220,
    "Da Nang": 320,
    "Hoi An": 350,
    "Ninh Binh": 470,
    Hanoi: 500,
  })) {
    await expect(table.getByRole("row", { name: `${city} ${km} km`, exact: true })).toBeVisible();
  }
  const around = page.getByRole("region", { name: "Getting Around Phong Nha" });
  await expect(around.getByRole("heading", { level: 3 })).toHaveText([
    "Guided tours",
    "Motorbike tours",
    "Cycling",
    "Walking",
    "Private transport",
    "Local knowledge",
    "National park and buffer zone",
  ]);
  await expectAccessible(page, "getting here");
});

// R99, R100
test("About has mission, story, values and future, and leads on", async ({ page }) => {
  await page.goto("/about");
  for (const name of ["Our mission", "Our story", "Our values", "What comes next"]) {
    await expect(page.getByRole("region", { name })).toBeVisible();
  }
  const future = page.getByRole("region", { name: "What comes next" });
  await expect(future).toContainText("AI travel assistant is planned");
  await expect(future).toContainText("Other provinces are planned");
  await expectAccessible(page, "about");
  await expect(page.getByRole("link", { name: "Get In Touch" })).toHaveAttribute("href", "/contact");
  await page.getByRole("link", { name: "Start Exploring" }).click();
  await expect(page).toHaveURL("/explore");
});

// R119, R120
test("Help answers eight questions, one open at a time, and names the contacts", async ({ page }) => {
  await page.goto("/help");
  const questions = page.getByRole("region", { name: "Frequently asked questions" });
  await expect(questions.getByRole("heading", { level: 3 })).toHaveCount(8);
  await questions.getByText("How do I save a place?").click();
  await expect(questions.getByText("Tap the heart on a place.")).toBeVisible();
  await questions.getByText("Is the guide available in other languages?").click();
  await expect(questions.getByText("it is in English only")).toBeVisible();
  await expect(questions.getByText("Tap the heart on a place.")).toBeHidden();
  const more = page.getByRole("region", { name: "Still need help?" });
  await expect(more).toContainText("within 24 hours");
  await expect(more.getByRole("link", { name: "Email us" })).toHaveAttribute(
    "href",
    "mailto:hello@example.org",
  );
  await expect(more.getByRole("link", { name: "Use the contact form" })).toHaveAttribute("href", "/contact");
  await expectAccessible(page, "help");
});

// R121
test("Privacy has six terms, a policy and the date of its last change", async ({ page }) => {
  await page.goto("/privacy");
  await expect(page.getByText("Last updated July 30, 2025")).toBeVisible();
  const terms = page.getByRole("region", { name: "Terms of Service" });
  await expect(terms.getByRole("heading", { level: 3 })).toHaveCount(6);
  const policy = page.getByRole("region", { name: "Privacy Policy" });
  await expect(policy.getByRole("link", { name: "hello@example.org" })).toBeVisible();
  await expect(page.getByText("{email}")).toHaveCount(0);
  await expectAccessible(page, "privacy");
});

// R96
test("distance bars are proportional at both sizes", async ({ page }) => {
  await page.goto("/getting-here");
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: / km/ });
  const bars = await rows.evaluateAll((all) =>
    all.map((row) => ({
      km: parseInt(row.querySelector("td")?.textContent ?? "", 10),
      width: row.querySelector("td span span")?.getBoundingClientRect().width ?? 0,
    })),
  );
  expect(bars.map(({ km }) => km)).toEqual([45, 220, 320, 350, 470, 500]);
  const longest = bars.at(-1)!;
  for (const { km, width } of bars) {
    const expected = (longest.width * km) / longest.km;
    expect(Math.abs(width - expected), `${km} km: ${width} px for ${expected} px`).toBeLessThan(1);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  // R215
  test("every city's options and every answer are readable", async ({ page }) => {
    await page.goto("/getting-here");
    for (const text of ["From Hanoi", "From Dong Hoi", "₫3,700,000 per vehicle", "₫4,400,000 per vehicle"]) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await page.goto("/help");
    await page.getByText("How do I get directions?").click();
    await expect(page.getByText("opens directions in Google Maps")).toBeVisible();
  });
});
