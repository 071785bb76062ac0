import { createPng } from "../testImage";
import { CONSOLE, field, chooseOption, toast, unfold } from "../console/fixtures";
import { expectFresh, fetchPage } from "../freshness";
import { expect, expectAccessible, test, unique } from "../fixtures";

// R14, R202
test("changed settings are in the header and footer of every page within two seconds", async ({
  page,
  admin,
}) => {
  const { brand, contactEmail, social } = await admin.settings();
  try {
    await admin.updateSettings({
      brand: "Ninh Bình Guide",
      contactEmail: "hello@ninhbinh.example",
      social: { ...social, facebook: "https://www.facebook.com/ninhbinh" },
    });
    for (const path of ["/", "/explore", "/places/phong-nha-cave", "/about"])
      await expectFresh(`brand on ${path}`, async () =>
        (await fetchPage(path)).text.includes("Ninh Bình Guide"),
      );
    await page.goto("/about");
    await expect(page.getByRole("banner").getByRole("link", { name: /^Ninh Bình Guide/ })).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "hello@ninhbinh.example" })).toHaveAttribute(
      "href",
      "mailto:hello@ninhbinh.example",
    );
    const links = footer.getByRole("link", { name: /Facebook|Instagram|YouTube|TikTok/ });
    await expect(links).toHaveText(["Facebook (opens in a new tab)"]);
    await expect(links).toHaveAttribute("href", "https://www.facebook.com/ninhbinh");
    const year = new Date().getFullYear();
    await expect(footer.getByText(`© ${year > 2025 ? `2025–${year}` : 2025} Ninh Bình Guide`)).toBeVisible();
    await expectAccessible(page, "the footer of another brand");
  } finally {
    await admin.updateSettings({ brand, contactEmail, social });
    await expectFresh("as before", async () => !(await fetchPage("/about")).text.includes("Ninh Bình Guide"));
  }
});

// R208
test("the region's image is chosen in Settings and shown on Home", async ({ page, signIn, admin }) => {
  const { imageUrl } = await admin.settings();
  const alt = unique("The valley at dawn");
  const picture = await admin.addImage(createPng(1600, 900), alt);
  try {
    await signIn("admin");
    await page.goto(`${CONSOLE}settings`);
    await unfold(page, "The region");
    await page.getByRole("button", { name: "Choose from library: Image of the region" }).click();
    const picker = page.getByRole("dialog", { name: "Choose an image" });
    await picker.getByLabel("Search images").fill(alt);
    await picker.getByRole("checkbox", { name: alt }).check();
    await picker.getByRole("button", { name: "Use image" }).click();
    await expect(page.getByRole("list", { name: "Image of the region" }).getByText(alt)).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(toast(page, "Settings updated successfully")).toBeVisible();
    await expectFresh("Home's picture", async () => (await fetchPage("/")).text.includes(picture.url));

    await page.goto(`${CONSOLE}media/${picture.id}`);
    await expect(page.getByRole("dialog").getByRole("link", { name: "Settings" })).toHaveAttribute(
      "href",
      `${CONSOLE}settings`,
    );
    await page.goto("/");
    const image = page.getByRole("img", { name: alt });
    await expect(image).toHaveAttribute("fetchpriority", "high");
    await expect(image).toHaveAttribute("srcset", /-640\.webp 640w/);
    expect(
      await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(600);
    await expectAccessible(page, "Home with a photograph");
  } finally {
    await admin.updateSettings({ imageUrl });
    await admin.removeImage(picture.id);
    await expectFresh("as before", async () => !(await fetchPage("/")).text.includes(picture.url));
  }
});

// R445
test("another province is set up in Settings, and errors are shown at their fields", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  monitor.allow(/422 \(/);
  const { brand, timeZone, heroPrompts } = await admin.settings();
  try {
    await signIn("admin");
    await page.goto(`${CONSOLE}settings`);
    await expect(field(page, "Name")).toHaveValue(brand);
    await field(page, "Name").fill("Ninh B\u00ecnh Guide");
    await unfold(page, "The region");
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.fill("Asia/Nowhere");
    await unfold(page, "Home: animated prompts");
    await page.getByRole("button", { name: "Add prompt" }).click();
    const newPrompt = page.getByRole("group", { name: `Prompt ${heroPrompts.length + 1}` });
    await newPrompt.getByLabel("Text").fill("I want to row through rice.");
    await newPrompt.getByLabel("Button").fill("Show me boats");
    await newPrompt.getByLabel("Path").fill("//elsewhere.example");
    await page.keyboard.press("Control+s");
    await expect(newPrompt.getByText("Path must start with /")).toBeVisible();
    await expect(newPrompt.getByLabel("Path")).toBeFocused();
    const attention = "One field needs your attention";
    await expect(page.getByRole("status").filter({ hasText: attention })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Home: animated prompts/ })).toContainText(attention);
    await newPrompt.getByLabel("Path").fill("/explore?tags=boat");
    await page.keyboard.press("Control+s");
    // Errors that only the server finds are shown at their field too, and the typed text is kept.
    await expect(
      page.getByText("Time zone must be a name like Asia/Ho_Chi_Minh", { exact: true }),
    ).toBeVisible();
    await expect(zone).toBeFocused();
    await zone.fill("bangkok");
    await chooseOption(page.getByRole("option", { name: "Asia/Bangkok" }));
    for (let n = heroPrompts.length; n > 0; n -= 1)
      await page.getByRole("button", { name: `Move Prompt ${n + 1} up` }).click();
    // A tooltip would be outside of all landmarks.
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expectAccessible(page, "settings");
    await page.keyboard.press("Control+s");
    await expect(toast(page, "Settings updated successfully")).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Sections" }).locator("..").getByText("Ninh B\u00ecnh Guide"),
    ).toBeVisible();
    const saved = await admin.settings();
    expect(saved.timeZone).toBe("Asia/Bangkok");
    expect(saved.heroPrompts[0]).toEqual({
      text: "I want to row through rice.",
      button: "Show me boats",
      href: "/explore?tags=boat",
    });
    await expectFresh("the prompt on Home", async () =>
      (await fetchPage("/")).text.includes("Show me boats"),
    );
    await page.reload();
    await expect(field(page, "Name")).toHaveValue("Ninh B\u00ecnh Guide");
  } finally {
    await admin.updateSettings({ brand, timeZone, heroPrompts });
    await expectFresh("as before", async () => !(await fetchPage("/")).text.includes("Ninh B\u00ecnh Guide"));
  }
});

// R207
test("two admins who change the settings see each other's changes", async ({
  page,
  signIn,
  admin,
  monitor,
}) => {
  monitor.allow(/412 \(/);
  const { tagline } = await admin.settings();
  try {
    await signIn("admin");
    await page.goto(`${CONSOLE}settings`);
    await field(page, "Tagline").fill("Rice, rivers and rock");
    await admin.updateSettings({ tagline: "Boats and karst" });
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Someone else changed these settings" });
    await expect(dialog).toContainText("Boats and karst");
    await expect(dialog).toContainText("Rice, rivers and rock");
    await dialog.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(toast(page, "Settings updated successfully")).toBeVisible();
    expect((await admin.settings()).tagline).toBe("Rice, rivers and rock");
  } finally {
    await admin.updateSettings({ tagline });
  }
});
