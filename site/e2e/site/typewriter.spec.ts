import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const PROMPTS = [
  { text: "I want to explore a cave.", button: "Show me some caves" },
  { text: "I want to eat street food.", button: "Show me street food spots" },
  { text: "I'm feeling adventurous.", button: "Show me adventures" },
  { text: "I would like a cold beer!", button: "Take me to the bar" },
];
const typedLine = (page: Page) => page.getByRole("heading", { level: 1 }).locator("[data-phase]");
const promptItem = (page: Page, name: string) =>
  page.getByRole("list", { name: "Ideas to start with" }).getByRole("listitem").filter({ hasText: name });

/** Opens Home with a stopped clock, from before the first script. */
async function openWithStoppedClock(page: Page) {
  await page.clock.install({ time: new Date("2026-03-01T03:00:00Z") });
  await page.clock.pauseAt(new Date("2026-03-01T03:01:00Z"));
  await page.goto("/");
  // A focused prompt is shown at once if the page is hydrated. The blur starts with the first prompt, complete.
  await expect(async () => {
    await page.getByRole("link", { name: PROMPTS[1]!.button }).focus();
    await expect(typedLine(page)).toHaveText(PROMPTS[1]!.text, { timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: PROMPTS[0]!.button }).focus();
  await expect(typedLine(page)).toHaveText(PROMPTS[0]!.text);
  await page.getByRole("link", { name: PROMPTS[0]!.button }).blur();
}

// R20
test("a character takes 40 ms, a prompt is held for 4000 ms, fades in 200 ms and takes 6000 ms in all", async ({
  page,
}) => {
  await openWithStoppedClock(page);
  const line = typedLine(page);
  for (const [at, { text }] of PROMPTS.entries()) {
    const next = PROMPTS[(at + 1) % PROMPTS.length]!;
    // Complete: held for 4000 ms.
    await expect(line).toHaveText(text);
    await page.clock.runFor(3999);
    await expect(line).toHaveAttribute("data-phase", "holding");
    await page.clock.runFor(1);
    await expect(line).toHaveAttribute("data-phase", "fading");
    await expect(line).toHaveCSS("transition-duration", "0.2s");
    // Faded until the end of the cycle of 6000 ms, which began with the first character.
    await page.clock.runFor(2000 - text.length * 40 - 1);
    await expect(line).toHaveText(text);
    await page.clock.runFor(1);
    // The next prompt: one character at once, then one every 40 ms.
    await expect(line).toHaveAttribute("data-phase", "typing");
    await expect(line).toHaveText(next.text.slice(0, 1));
    await expect(promptItem(page, next.button)).toHaveCSS("opacity", "1");
    await expect(promptItem(page, PROMPTS[at]!.button)).toHaveCSS("opacity", "0");
    await page.clock.runFor(39);
    await expect(line).toHaveText(next.text.slice(0, 1));
    await page.clock.runFor(1);
    await expect(line).toHaveText(next.text.slice(0, 2));
    await page.clock.runFor((next.text.length - 3) * 40);
    await expect(line).toHaveText(next.text.slice(0, -1));
    await page.clock.runFor(40);
    await expect(line).toHaveText(next.text);
    await page.clock.runFor(40);
    await expect(line).toHaveAttribute("data-phase", "holding");
    await page.clock.runFor(0);
  }
});

// R20
test("the typewriter stops while it is paused and while a prompt's button has the focus", async ({
  page,
}) => {
  await openWithStoppedClock(page);
  await page.getByRole("button", { name: "Pause animation" }).click();
  await page.clock.runFor(20_000);
  await expect(typedLine(page)).toHaveText(PROMPTS[0]!.text);
  await page.getByRole("button", { name: "Play animation" }).click();
  await page.clock.runFor(6000);
  await expect(typedLine(page)).not.toHaveText(PROMPTS[0]!.text);
  await page.getByRole("link", { name: PROMPTS[2]!.button }).focus();
  await page.clock.runFor(20_000);
  await expect(typedLine(page)).toHaveText(PROMPTS[2]!.text);
});

// R20
test("with reduced motion the first prompt is complete and all four buttons are shown", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/");
  for (const { text, button } of PROMPTS) {
    await expect(promptItem(page, text).getByRole("link", { name: button })).toBeVisible();
    await expect(promptItem(page, text)).toHaveCSS("opacity", "1");
  }
  await page.clock.runFor(30_000);
  await expect(typedLine(page)).toHaveText(PROMPTS[0]!.text);
  await expect(page.getByRole("button", { name: "Pause animation" })).toBeHidden();
});
