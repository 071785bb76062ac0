import { Api } from "../api";
import { CONSOLE, expect, openMenu, settled, test, uniqueEmail } from "./userFixtures";

// R420
test("an owner reads the enquiries of their own places only, also by keyboard @publishes", async ({
  page,
  userFactory,
  signIn,
  admin,
}) => {
  const owner = await userFactory.createStaff("business_owner");
  const { uid } = await (await Api.signedIn(owner)).profile();
  const [category] = await admin.categories();
  const form = { latitude: 17.6, longitude: 106.3, categoryIds: [category!.id], isActive: true };
  const lodge = await admin.create({
    ...form,
    name: "Lantern Lodge",
    enquiryFormEnabled: true,
    ownerId: uid,
  });
  const email = uniqueEmail("dao");
  const enquiry = {
    name: "Trần Thị Đào",
    email,
    message: "Còn phòng không?",
    people: 4,
  };
  await admin.enquire(lodge.id, enquiry);
  await signIn(owner);
  await page.goto(CONSOLE);
  await openMenu(page);
  await page.getByRole("link", { name: "Inquiries" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inquiries");
  const list = page.getByRole("list", { name: "Inquiries" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link", { name: "Open: Trần Thị Đào to Lantern Lodge" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Inquiry to Lantern Lodge" });
  for (const text of [email, "Còn phòng không?", "People"]) await expect(dialog).toContainText(text);
  await expect(dialog.getByRole("link", { name: "Reply by email" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${email}\\?subject=Re`),
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await settled(page);
  await admin.remove(lodge.id);
});
