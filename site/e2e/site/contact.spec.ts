import { expect, test, uniqueEmail } from "../fixtures";

// R101, R102, R103, R104, R172
test("a contact message is validated, kept when sending fails, and cleared when it is sent @desktop", async ({
  page,
  monitor,
}) => {
  monitor.allow(/503/);
  await page.goto("/contact");
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const send = page.getByRole("button", { name: "Send message" });

  await send.click();
  for (const message of [
    "Name is required",
    "Valid email is required",
    "Subject is required",
    "Message is required",
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(field("Name")).toBeFocused();

  await field("Name").fill("Trần Thị Đào");
  await field("Email").fill("dao at example");
  await field("Subject").fill("A boat in May");
  await field("Message").fill("Do the boats go when it rains?");
  const type = page.getByRole("combobox", { name: "Topic" });
  await expect(type).toHaveValue("general");
  expect(
    await type.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual(["general", "business", "travel", "technical", "feedback"]);
  await type.selectOption("Travel advice");
  await send.click();
  await expect(page.getByText("Valid email is required", { exact: true })).toBeVisible();
  const email = uniqueEmail("dao");
  await field("Email").fill(email);

  await page.route("**/api/contact", (route) => route.fulfill({ status: 503, body: "" }));
  await send.click();
  const notice = page.getByRole("status").filter({ hasText: "Error sending message" });
  await expect(notice).toContainText("Please try again or email us at hello@example.org.");
  await expect(field("Message")).toHaveValue("Do the boats go when it rains?");
  await page.unroute("**/api/contact");

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/contact", async (route) => {
    await held;
    await route.continue();
  });
  const request = page.waitForRequest("**/api/contact");
  await send.click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  expect((await request).postDataJSON()).toMatchObject({
    name: "Trần Thị Đào",
    email,
    subject: "A boat in May",
    message: "Do the boats go when it rains?",
    type: "travel",
    leaveBlank: "",
    elapsedMs: expect.any(Number),
  });
  release();
  const sent = page
    .getByRole("main")
    .getByText("Message sent successfully! We'll get back to you within 24 hours");
  await expect(sent).toBeFocused();
  for (const name of ["Name", "Email", "Subject", "Message"]) await expect(field(name)).toHaveValue("");
  await expect(type).toHaveValue("general");
});

// R105
test("Contact shows the email address, the response time and links for partners and support", async ({
  page,
}) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "hello@example.org" })).toHaveAttribute(
    "href",
    "mailto:hello@example.org",
  );
  await expect(main.getByRole("heading", { name: "Response time" })).toBeVisible();
  await expect(main.getByText("We reply to every message within 24 hours.")).toBeVisible();
  await expect(main.getByRole("link", { name: "Email us about a partnership" })).toHaveAttribute(
    "href",
    "mailto:hello@example.org?subject=Business%20partnership",
  );
  await expect(main.getByRole("link", { name: "Email technical support" })).toHaveAttribute(
    "href",
    "mailto:hello@example.org?subject=Technical%20support",
  );
});

test("the honeypot field is hidden from people @desktop", async ({ page }) => {
  await page.goto("/contact");
  const honeypot = page.locator("input[name=leaveBlank]");
  await expect(honeypot).toHaveAttribute("tabindex", "-1");
  await expect(page.getByRole("textbox", { name: "Leave this field blank" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send message" })).toBeFocused();
});
