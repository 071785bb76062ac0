import type { AdminEntryRequest, PlaceResponse } from "@karst/client";
import type { Page } from "@playwright/test";
import { Api } from "../api";
import { expect, expectAccessible, positionOfWorker, test as base, unique } from "../fixtures";
import { openSignedIn, createTraveler, submitSignIn, toast } from "../travelers";

const CAVE = "phong-nha-cave";

interface GuestbookFixtures {
  /** Adds approved entries and removes them after the test. */
  addEntry: (form: Partial<AdminEntryRequest> & { message: string }) => Promise<void>;
  /** A place without entries, for one test. */
  newPlace: PlaceResponse;
}

const test = base.extend<GuestbookFixtures>({
  addEntry: async ({ admin }, provide) => {
    const ids: number[] = [];
    await provide(async (form) => {
      const entry = await admin.addEntry({ authorName: "Hằng Đặng", ...form, status: "approved" });
      ids.push(entry.id);
    });
    for (const id of ids) await admin.removeEntry(id);
  },
  newPlace: async ({ admin }, provide) => {
    const place = await admin.create({
      name: unique("Quiet Grotto"),
      ...positionOfWorker(),
      categoryIds: [await admin.categoryId("surf")],
    });
    await provide(place);
    await admin.remove(place.id);
  },
});

/** Opens the guestbook and waits until it shows `text` and is hydrated. */
async function openGuestbook(page: Page, text?: string): Promise<void> {
  await expect(async () => {
    await page.goto("/guestbook");
    if (text) await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.locator("main [data-state=loading]")).toHaveCount(0);
}

const card = (page: Page, text: string) =>
  page.getByRole("list", { name: "Entries" }).getByRole("listitem").filter({ hasText: text });

// R106, R108, R109, R110
test("an entry has a card, opens in a dialog and links to its place and back", async ({
  page,
  addEntry,
  publicApi,
}) => {
  const place = await publicApi.place(CAVE);
  const message = unique("The boat slid into the dark, and nobody spoke.");
  await addEntry({
    message: `${message}\nOne line.\nAnother line.\nA fourth line that only the dialog shows.`,
    nationality: "Vietnam",
    rating: 5,
    relatedPlaceId: place.id,
    location: "https://www.google.com/maps/place/phong-nha",
  });
  await openGuestbook(page, message);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Travelers' Guestbook");
  await expect(page.getByText(/^\d+ entr(y|ies)$/)).toBeVisible();
  const entry = card(page, message);
  for (const text of ["Hằng Đ.", "Vietnam", "just now"]) await expect(entry).toContainText(text);
  await expect(entry.getByRole("img", { name: "5 out of 5" })).toBeVisible();
  // A click anywhere on the card opens it.
  await entry.click({ position: { x: 60, y: 60 } });
  const dialog = page.getByRole("dialog", { name: "Guestbook entry by Hằng Đ." });
  await expect(dialog.getByText("A fourth line that only the dialog shows.")).toBeInViewport();
  await expect(dialog.getByRole("link", { name: /^View on Google Maps/ })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/place/phong-nha",
  );
  await expect(dialog.getByText("No comments yet")).toBeVisible();
  await expectAccessible(page, "entry");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(entry.getByRole("button", { name: "Read more from Hằng Đ." })).toBeFocused();
  // Its place opens over the guestbook.
  await entry.getByRole("link", { name: place.name }).click();
  const placeDialog = page.getByRole("dialog", { name: place.name, exact: true });
  await expect(placeDialog.getByRole("region", { name: "Recent Experiences" })).toContainText(message);
  await expect(page).toHaveURL(`/places/${CAVE}`);
  await placeDialog.getByRole("button", { name: "Close & Continue Reading" }).click();
  await expect(page).toHaveURL("/guestbook");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

// R107, R111, R112, R113, R421
test("a visitor signs in, corrects the form, and finds the sent entry pending", async ({ page }) => {
  const traveler = await createTraveler("Mai", "Nguyễn");
  await openGuestbook(page);
  await page.locator("main").getByRole("link", { name: "Sign In to Share" }).click();
  await submitSignIn(page, traveler);
  // The form that the visitor signed in for opens afterwards.
  const form = page.getByRole("form", { name: "Add your experience" });
  const message = form.getByLabel("Your experience");
  await expect(message).toBeFocused();
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(message).toHaveAccessibleDescription("Message is required");
  await message.fill("a".repeat(1001));
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(message).toHaveAccessibleDescription("Message must be less than 1000 characters");
  await expect(message).toBeFocused();
  await expectAccessible(page, "guestbook, form with an error");
  const text = unique("Suối nước trong, và nắng");
  await message.fill(text);
  await form.getByLabel("4 Very Good").check();
  await form.getByLabel("Place (optional)").selectOption({ label: "Phong Nha Cave" });
  await form.getByRole("button", { name: "Add to the guestbook" }).click();
  await expect(toast(page, "Your guestbook entry has been added!")).toContainText("after review");
  await expect(form).toBeHidden();
  const pending = page.getByRole("list", { name: "Waiting for review" });
  await expect(pending).toContainText(text);
  await expect(pending).toContainText("Mai N.");
  // It is private, and still there after a reload, in the collapsed line of pending entries.
  await page.reload();
  await page.getByRole("button", { name: "1 entry waiting for review" }).click();
  await expect(pending).toContainText(text);
  expect((await Api.anonymous().entries()).map(({ message }) => message)).not.toContain(text);
  await pending.getByRole("button", { name: "Read more from Mai N." }).click();
  await page.getByRole("button", { name: "Delete my entry" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /waiting for review/ })).toHaveCount(0);
});

// R114
test("comments and replies are shown below an entry, and errors at their fields", async ({
  page,
  addEntry,
}) => {
  const message = unique("We walked to the second chamber");
  await addEntry({ message });
  await openGuestbook(page, message);
  await openSignedIn(page, await createTraveler("Tuấn", "Lê"), "/guestbook");
  await card(page, message)
    .getByRole("button", { name: /^Read more/ })
    .click();
  const dialog = page.getByRole("dialog");
  const form = dialog.getByRole("form", { name: "Add a comment" });
  const comment = form.getByLabel("Add a comment");
  await form.getByRole("button", { name: "Post comment" }).click();
  await expect(comment).toHaveAccessibleDescription("Comment is required");
  await comment.fill("b".repeat(501));
  await form.getByRole("button", { name: "Post comment" }).click();
  await expect(comment).toHaveAccessibleDescription("Comment must be less than 500 characters");
  await comment.fill("Which boat did you take to get there?");
  await form.getByRole("button", { name: "Post comment" }).click();
  await expect(toast(page, "Your comment has been added!")).toBeVisible();
  const comments = dialog.getByRole("region", { name: "Comments" });
  await expect(comments.getByText("Which boat did you take to get there?")).toBeVisible();
  await expect(comment).toHaveValue("");
  await comments.getByRole("button", { name: "Reply to Tuấn L." }).click();
  const reply = comments.getByRole("form", { name: "Your reply to Tuấn L." });
  await expect(reply.getByLabel("Your reply to Tuấn L.")).toBeFocused();
  await reply.getByRole("textbox").fill("The first one in the morning, thank you.");
  await reply.getByRole("button", { name: "Post comment" }).click();
  await expect(comments.getByText("The first one in the morning, thank you.")).toBeVisible();
  // There is one level of replies.
  await expect(comments.getByRole("button", { name: /^Reply/ })).toHaveCount(1);
  await expectAccessible(page, "comments");
});

/** The section of a place's page with its entries. */
const experiences = (page: Page) => page.getByRole("region", { name: "Recent Experiences" });

// R70, R71, R72, R73, R74, R165
test("a visitor signs in on a place's page, and the form is canceled and reset @publishes", async ({
  page,
  newPlace,
}) => {
  await page.goto(`/places/${newPlace.slug}`);
  const section = experiences(page);
  await expect(section).toContainText("No experiences shared yet");
  await expect(section).toContainText(`Be the first to share your experience at ${newPlace.name}`);
  await expect(section).toContainText(`Sign in to share your experience at ${newPlace.name}`);
  await expect(section.getByRole("button", { name: "Share Your Experience" })).toHaveCount(0);
  await expect(section.getByRole("link", { name: "View Guestbook" })).toHaveAttribute("href", "/guestbook");
  await expect(section.locator("[data-state=loading]")).toHaveCount(0);
  await section.getByRole("link", { name: "Sign In to Share" }).click();
  await submitSignIn(page, await createTraveler("Hoa", "Phạm"));
  const share = section.getByRole("button", { name: "Share Your Experience" });
  // The form that the visitor signed in for opens afterwards.
  const form = section.getByRole("form");
  await form.getByLabel("Your experience").fill("Something that is not sent");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toHaveCount(0);
  await expect(share).toBeFocused();
  await share.click();
  await expect(form.getByLabel("Your experience")).toHaveValue("");
});

// R70, R169
test("a place shows its latest three entries, newest first @publishes", async ({
  page,
  addEntry,
  newPlace,
}) => {
  for (const nth of ["first", "second", "third", "fourth"])
    await addEntry({ message: `The ${nth} boat`, rating: 4, relatedPlaceId: newPlace.id });
  // The page is updated within two seconds.
  await expect(async () => {
    await page.goto(`/places/${newPlace.slug}`);
    await expect(
      experiences(page)
        .getByRole("listitem")
        .getByText(/^The \w+ boat$/),
    ).toHaveText(["The fourth boat", "The third boat", "The second boat"], { timeout: 500 });
  }).toPass();
});

// R75, R76, R77
test("the place's form requires ten characters and a rating, and reports success or failure @publishes", async ({
  page,
  newPlace,
  monitor,
}) => {
  await openSignedIn(page, await createTraveler("Hoa", "Phạm"), `/places/${newPlace.slug}`);
  const section = experiences(page);
  await section.getByRole("button", { name: "Share Your Experience" }).click();
  const form = section.getByRole("form");
  const message = form.getByLabel("Your experience");
  const rating = form.getByRole("group", { name: /^Your rating/ });
  const share = form.getByRole("button", { name: "Share Experience" });
  await message.fill("Too short");
  await share.click();
  await expect(message).toHaveAccessibleDescription(
    "Please share at least 10 characters about your experience",
  );
  await expect(rating.getByLabel("5 Excellent")).toHaveAccessibleDescription("Please rate your experience");
  await expect(message).toBeFocused();
  await expect(rating.getByRole("radio")).toHaveCount(5);
  for (const label of ["5 Excellent", "4 Very Good", "3 Good", "2 Fair", "1 Poor"])
    await expect(rating.getByLabel(label)).toBeVisible();
  await expectAccessible(page, "experience, form with errors");
  const text = unique("The river was warm and green");
  await message.fill(text);
  await rating.getByLabel("5 Excellent").check();
  monitor.allow(/502/);
  await page.route("**/api/guestbook", (route) => route.fulfill({ status: 502, body: "" }));
  await share.click();
  await expect(toast(page, "Error")).toContainText("Failed to share your experience. Please try again.");
  await expect(message).toHaveValue(text);
  await page.unroute("**/api/guestbook");
  await share.click();
  await expect(toast(page, "Thank you!")).toContainText(
    "Your experience has been shared and will appear after review.",
  );
  await expect(form).toHaveCount(0);
  await expect(section.getByRole("list", { name: "Waiting for review" })).toContainText(text);
  await expectAccessible(page, "experiences");
});
