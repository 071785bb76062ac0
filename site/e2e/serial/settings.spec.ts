import { fresh, page as answer } from "../freshness";
import { expect, expectAccessible, test } from "../fixtures";

test("row 14: what an admin sets is in bar and footer within two seconds, on every page", async ({
  page,
  admin,
}) => {
  const { brand, contactEmail, social } = await admin.settings();
  try {
    await admin.updateSettings({
      brand: "Ninh Bình Guide",
      contactEmail: "hello@ninhbinh.example",
      social: { ...social, facebook: "https://social.example/ninhbinh" },
    });
    for (const path of ["/", "/explore", "/places/phong-nha-cave", "/about"])
      await fresh(`brand on ${path}`, async () => (await answer(path)).text.includes("Ninh Bình Guide"));
    await page.goto("/about");
    await expect(page.getByRole("banner").getByRole("link", { name: /^Ninh Bình Guide/ })).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "hello@ninhbinh.example" })).toHaveAttribute(
      "href",
      "mailto:hello@ninhbinh.example",
    );
    const links = footer.getByRole("link", { name: /Facebook|Instagram|YouTube|TikTok/ });
    await expect(links).toHaveText(["Facebook (opens in a new tab)"]);
    await expect(links).toHaveAttribute("href", "https://social.example/ninhbinh");
    const year = new Date().getFullYear();
    await expect(footer.getByText(`© ${year > 2025 ? `2025–${year}` : 2025} Ninh Bình Guide`)).toBeVisible();
    await expectAccessible(page, "another guide's footer");
  } finally {
    await admin.updateSettings({ brand, contactEmail, social });
    await fresh("as before", async () => !(await answer("/about")).text.includes("Ninh Bình Guide"));
  }
});
