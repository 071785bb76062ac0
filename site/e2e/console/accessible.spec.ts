import {
  userCard,
  totpCode,
  CONSOLE,
  expect,
  expectAccessible,
  field,
  searchUsers,
  openPlace,
  openTab,
  placeRow,
  searchPlaces,
  settled,
  TABS,
  test,
  toast,
} from "./userFixtures";

test.beforeEach(({ monitor }) => monitor.failOnWarnings());

for (const colorScheme of ["light", "dark"] as const) {
  // Colors do not depend on the size, and names and roles do not depend on the colors, so each is checked once.
  const size = colorScheme === "light" ? "@desktop" : "@phone";
  // R211
  test.describe(`the console in ${colorScheme} mode violates no accessibility rule ${size}`, () => {
    test.use({ colorScheme, hasWebGl: colorScheme === "light" });

    test("sign-in", async ({ page }) => {
      await page.goto(`${CONSOLE}login`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
      await settled(page);
      const [red] = /\d+/.exec(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))!;
      expect(Number(red) > 127, "the color scheme of the system").toBe(colorScheme === "light");
      await expectAccessible(page, "sign-in");
    });

    test("sign-in with a code", async ({ page, monitor }) => {
      monitor.allow(/401/);
      const problem = {
        type: "/problems/second-factor-required",
        title: "Unauthorized",
        status: 401,
        detail: "No",
      };
      await page.route("**/api/auth/sign-in", (route) =>
        route.fulfill({ status: 401, contentType: "application/problem+json", json: problem }),
      );
      await page.goto(`${CONSOLE}login`);
      await field(page, "Email").fill("linh@example.org");
      await field(page, "Password").fill("seven-lanterns");
      await page.keyboard.press("Enter");
      await expect(field(page, "Code")).toBeFocused();
      await expectAccessible(page, "code");
      await field(page, "Code").fill("000000");
      await page.keyboard.press("Enter");
      await expect(field(page, "Code")).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page, "wrong code");
    });

    test("access denied", async ({ page, signIn }) => {
      await signIn("viewer");
      await page.goto(CONSOLE);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
      await expectAccessible(page, "access denied");
    });

    test("overview, and the menu on phones", async ({ page, signIn }) => {
      await signIn("admin");
      await page.goto(CONSOLE);
      await expect(
        page.getByRole("region", { name: "Quick Stats" }).getByRole("definition").first(),
      ).toHaveText(/\d/);
      await expectAccessible(page, "overview");
      const menu = page.getByRole("button", { name: "Open menu" });
      if (!(await menu.isVisible())) return;
      await menu.click();
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
      await expectAccessible(page, "menu");
    });

    test("list, preview and delete dialog", async ({ page, signIn, placeFactory }) => {
      const place = await placeFactory.create();
      await signIn("admin");
      await page.goto(`${CONSOLE}businesses`);
      await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
      await expectAccessible(page, "list");
      await searchPlaces(page, place.name);
      await expect(placeRow(page, place.name)).toBeVisible();
      await page.getByRole("button", { name: `Preview ${place.name}` }).click();
      await expect(page.getByRole("dialog", { name: place.name })).toBeVisible();
      await expectAccessible(page, "preview");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: `Delete ${place.name}` }).click();
      await expect(page.getByRole("dialog", { name: "Delete this business?" })).toBeVisible();
      await expectAccessible(page, "delete dialog");
    });

    test("selected places and the result of a bulk action", async ({ page, signIn, placeFactory }) => {
      const place = await placeFactory.create();
      await signIn("admin");
      await page.goto(`${CONSOLE}businesses`);
      await searchPlaces(page, place.name);
      await page.getByRole("checkbox", { name: `Select ${place.name}` }).click();
      await expect(page.getByRole("group", { name: "Bulk actions" }).getByText("1 selected")).toBeVisible();
      await expectAccessible(page, "selected");
      await page.getByRole("button", { name: "Add category…" }).click();
      await expect(page.getByRole("menuitem").first()).toBeVisible();
      await expectAccessible(page, "which category");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Verify", exact: true }).click();
      await expect(toast(page, "1 place updated")).toBeVisible();
      await expectAccessible(page, "updated");
    });

    test("shortcuts, and sign-in over a form with an expired session", async ({
      page,
      context,
      signIn,
      placeFactory,
      monitor,
    }) => {
      monitor.allow(/401/);
      const place = await placeFactory.create();
      await signIn("admin");
      await openPlace(page, place);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      await expectAccessible(page, "shortcuts");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await field(page, "Address").fill("By the bend");
      await context.clearCookies();
      await page.evaluate(() => {
        localStorage.removeItem("karst.console.session");
        window.dispatchEvent(new Event("focus"));
      });
      await expect(page.getByRole("dialog", { name: "Your session has expired." })).toBeVisible();
      await expectAccessible(page, "sign-in over a form");
    });

    test("edit form, each tab", async ({ page, signIn, placeFactory }) => {
      const place = await placeFactory.create({
        gallery: ["/scenes/water-3.svg"],
        reviews: [{ author: "Linh", rating: 5, text: "Quiet." }],
      });
      await signIn("admin");
      await openPlace(page, place);
      for (const name of TABS) {
        await openTab(page, name);
        await expectAccessible(page, name);
      }
    });

    test("create form with all required-field errors", async ({ page, signIn }) => {
      await signIn("admin");
      await page.goto(`${CONSOLE}businesses/create`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Business name is required")).toBeVisible();
      await expectAccessible(page, "add");
    });

    test("users: list, forms, delete dialog and empty result", async ({ page, signIn, userFactory }) => {
      test.slow();
      const user = await userFactory.create({ isActive: false });
      const name = `${user.firstName} ${user.lastName}`;
      await signIn("admin");
      await page.goto(`${CONSOLE}users`);
      await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
      await expectAccessible(page, "users");
      await searchUsers(page, user.email);
      await expect(userCard(page, name)).toBeVisible();
      await page.getByRole("link", { name: `Edit ${name}` }).click();
      await expect(field(page, "Email")).toHaveValue(user.email);
      await field(page, "Email").fill("nobody");
      await page.keyboard.press("Control+s");
      await expect(page.getByText("Valid email is required")).toBeVisible();
      await expectAccessible(page, "user form");
      await page.getByRole("button", { name: "Reset" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: `Delete ${name}` }).click();
      await expect(page.getByRole("dialog", { name: "Delete this user?" })).toBeVisible();
      await expectAccessible(page, "delete user");
      await page.keyboard.press("Escape");
      await searchUsers(page, "nobody is called this");
      await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
      await expectAccessible(page, "no users");
    });

    test("articles, guestbook, moderation and inbox", async ({ page, signIn, admin }) => {
      test.slow();
      const entry = await admin.addEntry({
        authorName: "Trần Thị Đào",
        message: "Swallows, thousands of them.",
        rating: 5,
        location: "https://maps.example.org/x",
      });
      await signIn("admin");
      const check = async (path: string, heading: string) => {
        await page.goto(CONSOLE + path);
        await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
        await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
        await expectAccessible(page, path);
      };
      await check("articles", "Inspiration Articles");
      await check("guestbook", "Guestbook Management");
      await check("guestbook/create", "Add Entry");
      await check("moderation?tab=approved", "Moderation");
      await check(`moderation/${entry.id}`, "Edit Entry");
      await check("contact", "Contact Inbox");
      await check("enquiries", "Inquiries");
      await page.goto(`${CONSOLE}articles/create`);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Title is required")).toBeVisible();
      await expectAccessible(page, "the dialog of a new article");
      await page.goto(`${CONSOLE}articles/new`);
      await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Content is required")).toBeVisible();
      await expectAccessible(page, "article form");
      await page.getByRole("textbox", { name: "Content *" }).click();
      await page.keyboard.type("/");
      await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
      await expectAccessible(page, "block menu");
      await admin.removeEntry(entry.id);
    });

    test("audit log with an open event, and empty result", async ({ page, signIn, placeFactory }) => {
      const place = await placeFactory.create();
      await signIn("admin");
      await page.goto(`${CONSOLE}audit`);
      await page.getByRole("button", { name: `added the place ${place.name}` }).click();
      await expect(page.getByRole("heading", { name: "Initial values" })).toBeVisible();
      await expectAccessible(page, "audit log");
      await page.getByLabel("To", { exact: true }).fill("2020-01-01");
      await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
      await expectAccessible(page, "no events found");
    });

    test("standing pages and their forms", async ({ page, signIn }) => {
      test.slow();
      await signIn("admin");
      await page.goto(`${CONSOLE}pages`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pages");
      await expectAccessible(page, "standing pages");
      for (const name of ["getting-here", "about", "help", "privacy"]) {
        await page.goto(`${CONSOLE}pages/${name}`);
        await expect(field(page, "Heading").first()).not.toHaveValue("");
        await expectAccessible(page, name);
        await page.getByRole("main").getByRole("button", { expanded: false }).first().click();
        await expectAccessible(page, `${name}, a section open`);
      }
    });

    test("own account and each step of two-factor setup", async ({ page, signIn, userFactory }) => {
      test.slow();
      const staff = await userFactory.createStaff();
      await signIn(staff);
      await page.goto(`${CONSOLE}account`);
      await expect(page.getByRole("region", { name: "Two-factor authentication" })).toBeVisible();
      await expectAccessible(page, "account");
      await field(page, "Your password").fill(staff.password);
      await page.getByRole("button", { name: "Set up" }).click();
      const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
      await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
      await expectAccessible(page, "enrollment");
      await field(page, "Code from the app").fill(totpCode(secret));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
      await expectAccessible(page, "recovery codes");
      await page.getByRole("button", { name: "I have saved them" }).click();
      await expect(page.getByText("You enter a code each time you sign in.")).toBeVisible();
      await expectAccessible(page, "second factor on");
    });

    test("required two-factor setup", async ({ page, signIn, userFactory }) => {
      await page.route("**/api/auth/account", async (route) => {
        const response = await route.fetch();
        const profile = (await response.json()) as object;
        await route.fulfill({ response, json: { ...profile, lacksRequiredSecondFactor: true } });
      });
      await signIn(await userFactory.createStaff());
      await page.goto(CONSOLE);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
      await expectAccessible(page, "second factor due");
    });

    test("legacy page, both tabs", async ({ page, signIn }) => {
      await signIn("admin");
      await page.goto(`${CONSOLE}admin`);
      await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
      await expectAccessible(page, "older page, manage");
      await page.getByRole("tab", { name: "Add Business" }).click();
      await expect(field(page, "Business name")).toBeVisible();
      await expectAccessible(page, "older page, add");
    });
  });
}
