import { Api } from "../api";
import { expect, expectAccessible, expectDialogFocused, test } from "../fixtures";
import { GUESTHOUSE } from "../samplePlaces";
import { openSignedIn, createTraveler } from "../travelers";

// R4, R115
test("/saved sends anonymous visitors to the sign-in page and back and contains no account data", async ({
  page,
}) => {
  const traveler = await createTraveler("Linh", "Trần");
  await page.goto("/saved");
  await expect(page.getByText("Sign In Required")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expectAccessible(page, "saved, signed out");
  await page.locator("main").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/login?return=%2Fsaved");
  await page.getByLabel("Email").fill(traveler.email);
  await page.getByLabel("Password").fill(traveler.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/saved");
  await expect(page.getByText("No Saved Places Yet")).toBeVisible();
  await page.getByRole("link", { name: "Start Exploring" }).click();
  await expect(page).toHaveURL("/explore");
});

// R11, R12, R116, R117, R118
test("saved places are reached from the header, and one is removed", async ({ page, isMobile }) => {
  const traveler = await createTraveler("Linh", "Trần");
  const api = await Api.signedIn(traveler);
  for (const slug of ["son-doong-cave", GUESTHOUSE.slug]) await api.like((await api.place(slug)).id);
  await openSignedIn(page, traveler, "/");
  if (isMobile) {
    await page.locator("header summary").tap();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Saved Places" }).tap();
  } else await page.getByRole("banner").getByRole("link", { name: "Saved Places" }).click();
  await expect(page).toHaveURL("/saved");
  await expect(page.getByText("2 places saved")).toBeVisible();
  await expect(page.getByRole("link", { name: "Discover More Places" })).toHaveAttribute("href", "/explore");
  const list = page.getByRole("list", { name: "Your saved places" });
  await expect(list.getByRole("heading", { level: 2 })).toHaveText([GUESTHOUSE.name, /Doong/]);
  const card = list.getByRole("listitem").filter({ hasText: GUESTHOUSE.name });
  for (const text of [GUESTHOUSE.address, "4.5", "(12 reviews)", "Six rooms over the river."])
    await expect(card).toContainText(text);
  await expect(card.getByRole("button", { name: `Save ${GUESTHOUSE.name}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const website = card.getByRole("link", { name: /^Visit Website/ });
  await expect(website).toHaveAttribute("href", GUESTHOUSE.website);
  await expect(website).toHaveAttribute("target", "_blank");
  await expectAccessible(page, "saved");
  await card.getByRole("link", { name: "View Details" }).click();
  await expectDialogFocused(page.getByRole("dialog", { name: GUESTHOUSE.name }));
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/saved");
  await card.getByRole("button", { name: `Save ${GUESTHOUSE.name}` }).press("Enter");
  await expect(page.getByText("1 place saved")).toBeFocused();
});

// R176
test("a request is sent once: not again on failure or window focus", async ({ page, monitor }) => {
  monitor.allow(/503/);
  const traveler = await createTraveler("Linh", "Trần");
  let requestCount = 0;
  await page.route("**/api/user/likes", (route) => {
    requestCount += 1;
    return requestCount === 1 ? route.fulfill({ status: 503, body: "" }) : route.continue();
  });
  await openSignedIn(page, traveler, "/saved");
  await expect(page.getByText("We couldn't load your saved places")).toBeVisible();
  expect(requestCount).toBe(1);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No Saved Places Yet")).toBeVisible();
  expect(requestCount).toBe(2);
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  });
  // The response is cached for five minutes, also after another page.
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await page.goBack();
  await expect(page.getByText("No Saved Places Yet")).toBeVisible();
  expect(requestCount).toBe(2);
});
