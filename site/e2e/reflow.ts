import { expect, type Page } from "@playwright/test";

type Size = { width: number; height: number };

/** WCAG 1.4.10: a window of 1280 pixels at 400%. */
const NARROW = { width: 320, height: 640 };
/** The same window at 200%, low as well as narrow (WCAG 1.4.4). */
const ZOOMED = { width: 640, height: 400 };
const DESKTOP = { width: 1280, height: 800 };
/** The minimum height of the site's buttons and inputs; axe requires 24 px of every target (WCAG 2.5.8). */
const MIN_TARGET_PX = 44;
/** Longer than any delay after which an element measures itself again when the window is resized. */
const STEADY_MS = 250;
/** The default font size of browsers; twice this is text at 200%. */
const TEXT_PX = 16;

/** Nothing is clipped or outside of the window: in a narrow window, at 200% zoom, and with text at 200%. */
export async function expectReflow(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const size of [NARROW, ZOOMED]) {
    await resize(page, size);
    const clipped = await page.evaluate(findClipped, size.width);
    expect.soft(clipped, `${screen} at ${size.width} by ${size.height} clips nothing`).toEqual([]);
  }
  expect
    .soft(
      await page.evaluate(findTooLow, MIN_TARGET_PX),
      `${screen} has only controls that are high enough for a finger`,
    )
    .toEqual([]);
  const devtools = await page.context().newCDPSession(page);
  const setText = (px: number) =>
    devtools.send("Page.setFontSizes", { fontSizes: { standard: px, fixed: (px * 13) / 16 } });
  await setText(TEXT_PX * 2);
  await resize(page, DESKTOP);
  const clipped = await page.evaluate(findClipped, DESKTOP.width);
  expect.soft(clipped, `${screen} with text at 200% clips nothing`).toEqual([]);
  await setText(TEXT_PX);
  await resize(page, before);
  // A window with touch stays zoomed in after it was wider, and clicks would miss their targets.
  await devtools.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
  await devtools.detach();
  await waitUntilSteady(page);
}

/**
 * Waits until no control has moved for a while: text areas that grow with their text are measured some time after the
 * resize and move what is below them. A click on a moving button could miss it.
 */
async function waitUntilSteady(page: Page): Promise<void> {
  await page.evaluate(
    (durationMs) =>
      new Promise<void>((resolve) => {
        let [lastPositions, since] = ["", performance.now()];
        const check = () => {
          const controls = [...document.querySelectorAll("a, button, input, textarea, [role=tab]")];
          const positions = controls.map((control) => Math.round(control.getBoundingClientRect().y)).join();
          if (positions !== lastPositions) [lastPositions, since] = [positions, performance.now()];
          if (performance.now() - since >= durationMs) resolve();
          else requestAnimationFrame(check);
        };
        check();
      }),
    STEADY_MS,
  );
}

/** Resizes the window and waits until the new size is painted. */
async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The site's buttons and inputs that are lower than `minHeight`; the console is denser. Runs in the page. */
function findTooLow(minHeight: number): string[] {
  if (location.pathname.startsWith("/admin-portal")) return [];
  const controls = document.querySelectorAll<HTMLElement>(
    'button, summary, select, textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"], [type="range"])',
  );
  return [...controls]
    .filter((control) => control.tabIndex >= 0)
    .filter((control) => control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .map((control) => ({ control, height: control.getBoundingClientRect().height }))
    .filter(({ height }) => height > 1 && height < minHeight - 0.5)
    .map(({ control, height }) => `${Math.round(height)} px: ${control.outerHTML.slice(0, 120)}`);
}

/**
 * The texts and controls that are outside of the window or clipped by an ancestor. Runs in the page.
 *
 * Text that is shortened on purpose (an ellipsis, a line clamp) and content that scrolls do not count.
 */
function findClipped(width: number): string[] {
  const found: string[] = [];
  const report = (element: Element, problem: string) =>
    found.push(
      `${problem}: <${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${element.textContent?.trim().slice(0, 50)}`,
    );
  const scroller = document.scrollingElement!;
  if (scroller.scrollWidth > width) found.push(`the page is ${scroller.scrollWidth} wide`);

  const check = (element: Element, box: DOMRect) => {
    let [checksX, checksY] = [true, true];
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor);
      if (style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis") return;
      if (
        style.clipPath !== "none" ||
        ancestor.clientWidth === 1 ||
        ancestor.getAttribute("aria-hidden") === "true"
      )
        return;
      if (style.transform !== "none" && ancestor.getAnimations().length > 0) return;
      const frame = ancestor.getBoundingClientRect();
      if (
        ancestor !== document.documentElement &&
        ancestor !== document.body &&
        style.display !== "inline" &&
        style.display !== "contents"
      ) {
        if (/auto|scroll/.test(style.overflowX)) checksX = false;
        if (/auto|scroll/.test(style.overflowY)) checksY = false;
        if (
          checksX &&
          /hidden|clip/.test(style.overflowX) &&
          (box.right > frame.right + 2 || box.left < frame.left - 2)
        )
          return void report(element, "clipped at the side");
        if (
          checksY &&
          /hidden|clip/.test(style.overflowY) &&
          (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)
        )
          return void report(element, "clipped in height");
      }
      if (style.position === "fixed") break;
    }
    if (checksX && (box.right > width + 1 || box.left < -1)) report(element, "outside of the window");
  };

  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = textNodes.nextNode(); node; node = textNodes.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent?.trim() || !isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0) check(element, box);
  }
  for (const control of document.querySelectorAll("button, input, select, textarea, summary")) {
    if (isVisible(control)) check(control, control.getBoundingClientRect());
  }
  return [...new Set(found)];
}
