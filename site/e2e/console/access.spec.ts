import { credentials } from "../api";
import { CONSOLE, expect, field, searchPlaces, test } from "./fixtures";

const DENIED = "You need admin privileges to access this portal.";

// R122
test("the console shows anonymous visitors Access Denied, the sign-in form and nothing else", async ({
  page,
}) => {
  for (const path of ["", "businesses", "businesses/create", "businesses/1"]) {
    await page.goto(CONSOLE + path);
    await expect(page).toHaveURL(/\/admin-portal\/login/);
    await expect(page.getByText("Access Denied", { exact: true })).toBeVisible();
    await expect(page.getByText(DENIED)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    const form = (await page.getByRole("form", { name: "Sign in" }).boundingBox())!;
    const explanation = (await page.getByText(DENIED).boundingBox())!;
    expect(explanation.y, "the explanation is below the form").toBeGreaterThan(form.y + form.height);
    await expect(page.getByRole("navigation")).toHaveCount(0);
  }
});

// R122
test("a signed-in viewer gets Access Denied on every screen @phone", async ({ page, signIn }) => {
  await signIn("viewer");
  for (const path of ["", "businesses", "businesses/create", "businesses/1"]) {
    await page.goto(CONSOLE + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
    await expect(page.getByText(DENIED)).toBeVisible();
    await expect(page.getByText("You are signed in as viewer@example.org.")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Back to the site" })).toHaveAttribute("href", "/");
  await page.getByRole("button", { name: "Use another account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
});

// R122
test("the server rejects console calls of viewers and anonymous clients", async ({ page, signIn }) => {
  expect((await page.request.get("/api/admin/stats")).status()).toBe(401);
  await signIn("viewer");
  const session = await page.request.post("/api/auth/refresh", {
    headers: { origin: new URL(process.env.BASE_URL!).origin },
  });
  const { token } = (await session.json()) as { token: string };
  const response = await page.request.get("/api/admin/stats", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(403);
});

// R122
test("an admin signs in by email and password and signs out", async ({ page }) => {
  await page.goto(CONSOLE);
  const { email, password } = credentials("admin");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  // A request that is under way at the sign-out would be refused.
  await page.waitForLoadState("networkidle");
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await page.goto(`${CONSOLE}businesses`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
});

test("a wrong password shows the server's message and keeps the email", async ({ page, monitor }) => {
  monitor.allow(/401 \(Unauthorized\) \(\S+\/api\/auth\/sign-in\)/);
  await page.goto(`${CONSOLE}login`);
  const email = `nobody-${Date.now()}@example.org`;
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("not the password");
  const response = page.waitForResponse("**/api/auth/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  const { detail } = (await (await response).json()) as { detail: string };
  await expect(page.getByRole("alert")).toHaveText(detail);
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "Password")).toBeFocused();
});

test("an admin signs in, opens a place, edits and saves it by keyboard alone @desktop", async ({
  page,
  admin,
  placeFactory,
}) => {
  const place = await placeFactory.create();
  const tabTo = async (target: ReturnType<typeof field>) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not lead to ${target}`);
  };
  const { email, password } = credentials("admin");

  await page.goto(CONSOLE);
  await expect(field(page, "Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");

  const section = page
    .getByRole("navigation", { name: "Sections" })
    .getByRole("link", { name: "Manage Businesses" });
  await tabTo(section);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage Businesses");

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toBeFocused();
  await page.keyboard.type(place.name);
  await expect(page.getByText("1 place", { exact: true })).toBeVisible();
  await tabTo(page.getByRole("link", { name: place.name, exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(place.name);

  await tabTo(page.getByRole("tab", { name: "Business Information" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel", { name: "Media & Details" })).toBeVisible();
  await tabTo(field(page, "Opening hours in words"));
  await page.keyboard.type("Daily 8:00-17:00");
  await tabTo(page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Business updated successfully")).toBeVisible();
  expect((await admin.place(place.id)).hours).toBe("Daily 8:00-17:00");

  await page.getByRole("combobox", { name: "Tags" }).focus();
  await page.keyboard.type("quiet");
  await page.keyboard.press("Control+s");
  await expect(async () => expect((await admin.place(place.id)).tags).toEqual(["quiet"])).toPass();
});

test("an unknown console address shows a not-found screen", async ({ page, signIn, monitor }) => {
  monitor.allow(/404/);
  await signIn("admin");
  for (const path of ["nowhere", "businesses/99999999"]) {
    await page.goto(CONSOLE + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
  await page.getByRole("link", { name: "Back to Overview" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.goto(`${CONSOLE}businesses`);
  await searchPlaces(page, "cave");
  await expect(page).toHaveURL(/filter=/);
});
