import { expect, type Page } from "@playwright/test";

type Size = { width: number; height: number };

/** WCAG 1.4.10: a window of 1280 pixels at 400%. */
const NARROW = { width: 320, height: 640 };
/** The same window at 200%, low as well as narrow (WCAG 1.4.4). */
const ZOOMED = { width: 640, height: 400 };
const DESK = { width: 1280, height: 800 };
/** How high the site's own buttons and fields are at least; axe asks 24 px of every target (WCAG 2.5.8). */
const FINGER = 44;
/** Longer than anything waits that measures itself anew after a change of the window's size. */
const STEADY_MS = 250;
/** What browsers begin with; twice that is their text at 200%. */
const TEXT_PX = 16;

/** Nothing on the screen is cut off or stands beside it: in a narrow window, at 200% zoom, and with text twice as large. */
export async function expectFits(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const size of [NARROW, ZOOMED]) {
    await resize(page, size);
    const outside = await page.evaluate(cutOff, size.width);
    expect.soft(outside, `${screen} at ${size.width} by ${size.height} cuts nothing off`).toEqual([]);
  }
  expect.soft(await page.evaluate(tooLow, FINGER), `${screen} has only what a finger hits`).toEqual([]);
  const devtools = await page.context().newCDPSession(page);
  const setText = (px: number) =>
    devtools.send("Page.setFontSizes", { fontSizes: { standard: px, fixed: (px * 13) / 16 } });
  await setText(TEXT_PX * 2);
  await resize(page, DESK);
  const outside = await page.evaluate(cutOff, DESK.width);
  expect.soft(outside, `${screen} with text of twice the size cuts nothing off`).toEqual([]);
  await setText(TEXT_PX);
  await devtools.detach();
  await resize(page, before);
  await steady(page);
}

/**
 * Waits until no control has moved for a while: fields that grow with their text are measured anew some time after the
 * window has changed, and what stands below them moves. A press would begin on a button and end beside it.
 */
async function steady(page: Page): Promise<void> {
  await page.evaluate(
    (whileMs) =>
      new Promise<void>((done) => {
        let [last, since] = ["", performance.now()];
        const look = () => {
          const controls = [...document.querySelectorAll("a, button, input, textarea, [role=tab]")];
          const now = controls.map((control) => Math.round(control.getBoundingClientRect().y)).join();
          if (now !== last) [last, since] = [now, performance.now()];
          if (performance.now() - since >= whileMs) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
    STEADY_MS,
  );
}

/** Gives the window another size, and waits until it is drawn so. */
async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/** The site's buttons and fields that are less than so high; the console's work is dense. Runs in the page. */
function tooLow(least: number): string[] {
  if (location.pathname.startsWith("/admin-portal")) return [];
  const controls = document.querySelectorAll<HTMLElement>(
    'button, summary, select, textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"], [type="range"])',
  );
  return [...controls]
    .filter((control) => control.tabIndex >= 0)
    .filter((control) => control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .map((control) => ({ control, height: control.getBoundingClientRect().height }))
    .filter(({ height }) => height > 1 && height < least - 0.5)
    .map(({ control, height }) => `${Math.round(height)} px: ${control.outerHTML.slice(0, 120)}`);
}

/**
 * The texts and controls that nobody can bring into sight sideways, or that a box cuts off. Runs in the page.
 *
 * What is shortened on purpose (an ellipsis, a number of lines) counts as whole, and so does what scrolls.
 */
function cutOff(width: number): string[] {
  const found: string[] = [];
  const told = (element: Element, what: string) =>
    found.push(
      `${what}: <${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${element.textContent?.trim().slice(0, 50)}`,
    );
  const scroller = document.scrollingElement!;
  if (scroller.scrollWidth > width) found.push(`the page is ${scroller.scrollWidth} wide`);

  const check = (element: Element, box: DOMRect) => {
    let [seesX, seesY] = [true, true];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis") return;
      if (style.clipPath !== "none" || at.clientWidth === 1 || at.getAttribute("aria-hidden") === "true")
        return;
      if (style.transform !== "none" && at.getAnimations().length > 0) return;
      const frame = at.getBoundingClientRect();
      if (
        at !== document.documentElement &&
        at !== document.body &&
        style.display !== "inline" &&
        style.display !== "contents"
      ) {
        if (/auto|scroll/.test(style.overflowX)) seesX = false;
        if (/auto|scroll/.test(style.overflowY)) seesY = false;
        if (
          seesX &&
          /hidden|clip/.test(style.overflowX) &&
          (box.right > frame.right + 2 || box.left < frame.left - 2)
        )
          return void told(element, "cut off at the side");
        if (
          seesY &&
          /hidden|clip/.test(style.overflowY) &&
          (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)
        )
          return void told(element, "cut off in height");
      }
      if (style.position === "fixed") break;
    }
    if (seesX && (box.right > width + 1 || box.left < -1)) told(element, "beside the window");
  };

  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent?.trim() || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0) check(element, box);
  }
  for (const control of document.querySelectorAll("button, input, select, textarea, summary")) {
    if (isSeen(control)) check(control, control.getBoundingClientRect());
  }
  return [...new Set(found)];
}
