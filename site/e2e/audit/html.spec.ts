import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { ORIGIN } from "../api";
import { expect, test } from "../fixtures";
import { publicPaths, readPage } from "./readPage";

/** The rules of the HTML standard only, not those of style. */
const validator = new HtmlValidate(
  new StaticConfigLoader({ root: true, extends: ["html-validate:standard"] }),
);

async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

/** Pages without a place in search engines. */
const PRIVATE_PAGES = ["/saved", "/login", "/login/forgot"];

test("the validator detects invalid HTML", async () => {
  const page = '<!doctype html><html lang="en"><head><title>x</title></head><body>';
  expect(await htmlErrors(`${page}<p id="a"><div></div></p><b id="a"></b></body></html>`)).not.toEqual([]);
  expect(await htmlErrors(`${page}<p>x</p></body></html>`)).toEqual([]);
});

// R201
test("the HTML of every public page is valid", async () => {
  test.slow();
  for (const path of [...(await publicPaths()), ...PRIVATE_PAGES]) {
    const response = await fetch(ORIGIN + path);
    expect(response.status, path).toBe(200);
    expect.soft(await htmlErrors(await response.text()), path).toEqual([]);
  }
});

// R201
test("every public page has one canonical address and complete preview metadata", async ({ page }) => {
  test.slow();
  for (const path of await publicPaths()) {
    const { canonical, meta } = await readPage(page, path);
    const canonicalUrl = ORIGIN + (path === "/" ? "" : path);
    expect(canonical, path).toEqual([canonicalUrl]);
    expect(meta["og:url"], path).toBe(canonicalUrl);
    for (const name of [
      "description",
      "og:title",
      "og:description",
      "og:site_name",
      "og:type",
      "og:image:alt",
    ])
      expect(meta[name], `${name} of ${path}`).toBeTruthy();
    expect(meta["og:image"], path).toMatch(/\/social\.jpg\?v=[0-9a-f]{12}$/);
    expect(meta, path).toMatchObject({
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:type": "image/jpeg",
      "twitter:card": "summary_large_image",
      "twitter:image": meta["og:image"],
    });
    expect(new URL(meta["og:image"]!).origin, path).toBe(ORIGIN);
    expect(meta.robots ?? "", path).not.toContain("noindex");
  }
});

test("filtered and searched lists have the canonical address of the whole list", async ({ page }) => {
  for (const path of ["/explore?category=cave", "/explore?q=boat&view=map", "/inspiration?topic=food"]) {
    expect((await readPage(page, path)).canonical, path).toEqual([ORIGIN + path.split("?")[0]]);
  }
  const robots = await (await fetch(`${ORIGIN}/robots.txt`)).text();
  expect(robots).toContain("Disallow: /explore?q=");
});

test("private pages are noindex and not in the sitemap", async ({ page }) => {
  const paths = await publicPaths();
  for (const path of ["/saved", "/login", "/admin-portal", "/admin-portal/moderation"]) {
    const response = await fetch(ORIGIN + path);
    const { meta } = await readPage(page, path);
    expect(`${meta.robots} ${response.headers.get("x-robots-tag")}`, path).toContain("noindex");
    expect(paths).not.toContain(path);
  }
});

test("social images are JPEGs of the declared size", async ({ page }) => {
  const paths = await publicPaths();
  const pagesWithImages = [
    "/",
    paths.find((path) => path.startsWith("/places/"))!,
    paths.find((path) => /^\/inspiration\/\d/.test(path))!,
  ];
  const distinctImages = new Set<string>();
  for (const path of pagesWithImages) {
    const { meta } = await readPage(page, path);
    const response = await fetch(meta["og:image"]!);
    expect([response.status, response.headers.get("content-type")], path).toEqual([200, "image/jpeg"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    // Chat apps skip larger images.
    expect(bytes.length, path).toBeLessThan(300_000);
    const size = await page.evaluate(
      async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      `data:image/jpeg;base64,${bytes.toString("base64")}`,
    );
    expect(size, path).toEqual([1200, 630]);
    distinctImages.add(bytes.toString("base64"));
  }
  expect(distinctImages.size).toBe(pagesWithImages.length);
});
