import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Api } from "../api";
import { crawl, type CrawledResponse } from "../crawl";
import { expect, expectAccessible, test } from "../fixtures";
import { createGuide, PASSWORD, ROOT, type GuideServer } from "../guideServer";

/** The guide of another region, set up from a folder of data in an empty database. */
let guide: GuideServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide(join(ROOT, "cms/tests/ninh-binh"));
  guide.cms("user", "add", "--email", "hoa@ninhbinh.example", "--role", "admin", "--password-stdin");
  await guide.start({});
});

test.afterAll(() => guide.dispose());

/** The paths where the crawl starts. */
const START_PATHS = [
  "/",
  "/saved",
  "/sitemap.xml",
  "/robots.txt",
  "/feed.xml",
  "/favicon.ico",
  "/login",
  "/login/sign-up",
  "/login/forgot",
  "/docs/",
  "/admin-portal/",
  "/api/openapi.json",
  "/api/settings",
  "/api/pages/getting-here",
  "/api/pages/about",
  "/api/pages/help",
  "/api/pages/privacy",
  "/api/businesses",
  "/api/businesses.geojson",
  "/api/suggestions?q=bo",
  "/api/categories",
  "/api/articles",
  "/api/articles/topics",
  "/api/guestbook",
  "/api/firebase-config",
];
/** Paths that exist in the other guide or in none. */
const MISSING_PATHS = [
  "/nowhere",
  "/places/phong-nha-cave",
  "/inspiration/99-when-to-come",
  "/api/businesses/son-doong-cave",
];

/** All files that a page of the site may load. */
const BUILT_FILES = readdirSync(join(ROOT, "site/.next/static"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(js|css)$/.test(file))
  .map((file) => `/_next/static/${file}`);

/** The ASCII letters and digits of a text, without separators, escapes and diacritics. */
function toPlainLetters(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})|&#x([0-9a-f]+);/gi, (_, one, other) =>
      String.fromCodePoint(parseInt((one ?? other) as string, 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString())
    .normalize("NFD")
    .replace(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const seed = <T>(file: string) => JSON.parse(readFileSync(join(ROOT, "cms/seeds", file), "utf8")) as T;
const { tagline, contactEmail, map } = seed<{
  tagline: string;
  contactEmail: string;
  map: { latitude: number; longitude: number };
}>("settings.json");

/** An article title of Phong Nha that any guide may contain. */
const COMMON_WORDS = ["whentocome"];

/** Texts that only the guide of Phong Nha may contain: names, brand, contacts, places and articles. */
const FOREIGN_WORDS = [
  "Phong Nha",
  "Quảng Bình",
  "Quảng Trị",
  "Sơn Đoòng",
  "Đồng Hới",
  tagline,
  contactEmail,
  ...seed<{ name: string }[]>("places.json").map(({ name }) => name),
  ...seed<{ title: string }[]>("articles.json").map(({ title }) => title),
]
  .map(toPlainLetters)
  .filter((word) => word.length >= 8 && !COMMON_WORDS.includes(word));

/** The coordinates of the region's center and first place, in any order and notation. */
const FOREIGN_COORDINATES = [map, seed<{ latitude: number; longitude: number }[]>("places.json")[0]!].map(
  ({ latitude, longitude }) => {
    const [north, east] = [latitude, longitude].map((degrees) => `${degrees}`.replace(".", "\\."));
    return new RegExp(`\\b${north}\\b.{0,60}\\b${east}\\b|\\b${east}\\b.{0,60}\\b${north}\\b`, "s");
  },
);

/** The texts and coordinates of Phong Nha in a text. */
function findForeign(text: string): string[] {
  const letters = toPlainLetters(text);
  return [
    ...FOREIGN_WORDS.filter((word) => letters.includes(word)),
    ...FOREIGN_COORDINATES.filter((numbers) => numbers.test(text)).map(String),
  ];
}

/** The responses that contain such texts, with what was found. */
const findLeaks = (responses: Map<string, CrawledResponse>) =>
  [...responses]
    .map(([path, { text }]) => [path, findForeign(text)] as const)
    .filter(([, found]) => found.length > 0);

test("the detection finds names of the other region in every notation", () => {
  for (const text of [
    "Phong&#x20;Nha",
    "phong-nha-cave",
    "S\\u01a1n \\u0110o\\u00f2ng",
    "qu%E1%BA%A3ng%20b%C3%ACnh",
  ])
    expect(findForeign(`<p>${text}</p>`), text).not.toEqual([]);
  expect(findForeign('{"latitude":17.48,"longitude":106.45,"zoom":10}')).not.toEqual([]);
  expect(findForeign("center=106.28308,17.58137")).not.toEqual([]);
  expect(findForeign("Ninh Bình, 20.25, 105.93")).toEqual([]);
});

// R445
test("no public response of another region's guide names Phong Nha", async () => {
  test.setTimeout(180_000);
  const responses = await crawl(guide.origin, [...START_PATHS, ...BUILT_FILES]);
  const status = [...responses]
    .filter(([, { status }]) => status !== 200)
    .map(([path, { status }]) => [path, status]);
  expect(status, "all linked paths exist").toEqual([]);
  for (const page of ["/explore", "/getting-here", "/privacy", "/contact", "/guestbook", "/places/phat-diem"])
    expect([...responses.keys()], "the crawl reaches every page").toContain(page);
  expect([...responses.keys()].filter((path) => /^\/places\/[a-z-]+$/.test(path))).toHaveLength(10);
  expect([...responses.keys()].filter((path) => /^\/inspiration\/\d-[a-z-]+$/.test(path))).toHaveLength(2);
  expect(findLeaks(responses)).toEqual([]);

  for (const path of MISSING_PATHS) {
    const response = await fetch(guide.origin + path);
    expect(response.status, path).toBe(404);
    // The requested path itself may be repeated.
    expect(findForeign((await response.text()).replaceAll(path, "")), path).toEqual([]);
  }
  const home = responses.get("/")!.text;
  expect(home).toContain("<title>Ninh Bình Guide: Rice, rowing boats and limestone</title>");
  expect(home).toContain("mailto:team@ninhbinh.example");
  expect(responses.get("/feed.xml")!.text).toContain("<title>Ninh Bình Guide</title>");
  expect(responses.get("/login")!.text).toContain("Ninh Bình Guide");
});

// R445
test("no email of another region's guide names Phong Nha", async () => {
  const publicApi = Api.anonymous(guide.origin);
  const linh = { email: "linh@traveler.example", password: PASSWORD };
  await publicApi.signUp({ ...linh, firstName: "Linh", lastName: "Trần" });
  await fetch(`${guide.origin}/api/auth/password-reset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: linh.email }),
  });
  await publicApi.sendMessage({
    name: "Minh Lê",
    email: "minh@traveler.example",
    subject: "A boat for twelve",
    message: "Is there one that takes all of us?",
    type: "travel",
  });
  const admin = await Api.signedIn({ email: "hoa@ninhbinh.example", password: PASSWORD }, guide.origin);
  const traveler = await Api.signedIn(linh, guide.origin);
  for (const decision of ["approved", "rejected"] as const) {
    const { id } = await traveler.writeEntry(`The rowers steer with their feet, and it is ${decision}`);
    await admin.moderate(id, decision);
  }
  await admin.addUser({
    email: "an@ninhbinh.example",
    firstName: "An",
    lastName: "Vũ",
    role: "business_owner",
    isActive: true,
  });
  const emails = () => guide.cms("mail", "list", "--limit", "100");
  // One email for each of these, and one that tells the team about the message.
  await expect(() => {
    for (const to of [
      "linh@traveler.example",
      "minh@traveler.example",
      "an@ninhbinh.example",
      "team@ninhbinh.example",
    ])
      expect(emails()).toContain(`to ${to}`);
    expect(emails().match(/^#\d+/gm)?.length).toBeGreaterThanOrEqual(7);
  }).toPass({ timeout: 10_000 });
  expect(emails()).toContain("Ninh Bình Guide");
  expect(findForeign(emails())).toEqual([]);
});

// R445
test("without a basemap the map is empty and requests none", async ({ page, monitor }) => {
  monitor.allow(new RegExp(`request to another origin: ${guide.origin}/`));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${guide.origin}/explore`);
  await expectDrawn(page, "Map of places");
  const [, latitude, longitude] = await viewOf(page, "Map of places");
  expect(Math.abs(latitude! - 20.25) + Math.abs(longitude! - 105.93)).toBeLessThan(0.5);
  await expectAccessible(page, "Explore of a region without a basemap");

  await page.goto(`${guide.origin}/places/mua`);
  await page.getByRole("heading", { name: "Location", exact: true }).scrollIntoViewIfNeeded();
  const locationMap = page.getByRole("region", { name: "Map of Múa Hill" });
  await expect(locationMap.locator("[data-view]")).toHaveAttribute("data-view", /^15\.00\/20\.23220\//);
  expect(requests.filter((url) => url.includes("/basemap/"))).toEqual([]);
});

const expectDrawn = (page: Page, name: string) =>
  expect(page.getByRole("region", { name, exact: true })).toHaveAttribute("data-phase", "ready", {
    timeout: 20_000,
  });

async function viewOf(page: Page, name: string): Promise<number[]> {
  const canvas = page.getByRole("region", { name, exact: true }).locator("[data-view]");
  return (await canvas.getAttribute("data-view"))!.split("/").map(Number);
}
