import { join } from "node:path";
import { Api } from "../api";
import { crawl, type CrawledResponse } from "../crawl";
import { expect, test } from "../fixtures";
import { createGuide, PASSWORD, ROOT, type GuideServer } from "../guideServer";

/** Two parts of a word that occurs in drafts only. */
const PARTS = ["qwxzuvka", "jbromtyl"] as const;
const WORD = PARTS.join("");
/** The word as an editor writes it, for the start of a sentence. */
const NAME = `Q${WORD.slice(1)}`;

const EDITOR = { email: "hoa@ninhbinh.example", password: PASSWORD };
/** The paths where the crawl starts; the sitemap has all pages. */
const START_PATHS = [
  "/",
  "/saved",
  "/sitemap.xml",
  "/robots.txt",
  "/feed.xml",
  "/login",
  "/docs/",
  "/admin-portal/",
];
/** The searches that find the word once it is public. */
const SEARCHES = [
  "/api/businesses?q=",
  "/api/businesses?tags=",
  "/api/suggestions?q=",
  "/api/articles?q=",
  "/api/articles?tag=",
];

/** A guide of its own, because the drafts change everything that is shared. */
let guide: GuideServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide(join(ROOT, "cms/tests/ninh-binh"));
  guide.cms("user", "add", "--email", EDITOR.email, "--role", "admin", "--password-stdin");
  await guide.start({});
});

test.afterAll(() => guide.dispose());

/** What an anonymous client reads at this path. */
async function read<T>(path: string): Promise<T> {
  const response = await fetch(guide.origin + path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** The address of a record in the API, its public pages, and its draft. */
interface Subject {
  record: string;
  version: number;
  pages: string[];
  fields: Record<string, unknown>;
}

/** A place, an article, a category, the standing pages and the settings, with the word in every text. */
async function subjects(admin: Api): Promise<Subject[]> {
  const place = (await admin.places())[0]!;
  const category = place.category!;
  const article = (await admin.articles())[0]!;
  const settings = await admin.settings();
  const { version } = (await admin.categories()).find(({ id }) => id === category.id)!;
  const placeTexts = ["localName", "description", "address", "hours", "featuredText", "commune"];
  const pageNames = ["getting-here", "about", "help", "privacy"] as const;
  const pages = pageNames.map(async (name) => ({
    record: `pages/${name}`,
    version: (await read<{ version: number }>(`/api/pages/${name}`)).version,
    pages: [`/${name}`],
    fields: { title: NAME },
  }));
  return [
    {
      record: `businesses/${place.id}`,
      version: place.version,
      pages: [`/places/${place.slug}`],
      fields: {
        ...Object.fromEntries(placeTexts.map((field) => [field, NAME])),
        name: NAME,
        slug: WORD,
        tags: [WORD],
        amenities: [WORD],
      },
    },
    {
      record: `articles/${article.id}`,
      version: article.version,
      pages: [`/inspiration/${article.id}-${article.slug}`],
      fields: {
        title: NAME,
        slug: WORD,
        author: NAME,
        summary: NAME,
        contentHtml: `<p>${NAME}</p>`,
        tags: [WORD],
      },
    },
    {
      record: `categories/${category.id}`,
      version,
      pages: ["/explore"],
      fields: { name: NAME, slug: WORD },
    },
    { record: "settings/1", version: settings.version, pages: ["/"], fields: { brand: NAME, tagline: NAME } },
    ...(await Promise.all(pages)),
  ];
}

/** Every GET of the contract with the ids of these records. */
async function publicCalls(records: readonly string[]): Promise<string[]> {
  const { paths } = await read<{ paths: Record<string, object> }>("/api/openapi.json");
  const calls = Object.keys(paths).filter((path) => "get" in paths[path]!);
  const filled = calls.flatMap((path) =>
    records.map((record) => {
      const [kind = "", id = ""] = record.split("/");
      return path
        .replace("{kind}", kind)
        .replace("{number}", "1")
        .replace(/\{\w+\}/, id);
    }),
  );
  return [...new Set(filled)];
}

/** Letters of ASCII are escaped nowhere. */
const has = (text: string, part: string) => text.toLowerCase().includes(part);

/** The paths of the responses that contain a part of the word, in their text or in a link. */
const leaks = (responses: Map<string, CrawledResponse>) =>
  [...responses]
    .filter(([path, { text }]) => PARTS.some((part) => has(path, part) || has(text, part)))
    .map(([path]) => path);

/** The social images, whose text is drawn. */
const socialImages = (pages: readonly string[]) =>
  Promise.all(
    pages.map(async (page) => {
      const response = await fetch(`${guide.origin}${page === "/" ? "" : page}/social.jpg`);
      expect(response.status, page).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString("base64");
    }),
  );

/** All public responses: pages with their data, feeds, sitemaps and what they link to, and the calls of the API. */
const everything = async (records: readonly string[]) =>
  crawl(guide.origin, [...START_PATHS, ...(await publicCalls(records))]);

/** The results of all searches for the word and its parts. */
async function found(): Promise<unknown[]> {
  const paths = SEARCHES.flatMap((path) => [WORD, ...PARTS, WORD.slice(0, 4)].map((part) => path + part));
  const lists = await Promise.all(paths.map((path) => read<object>(path)));
  return lists.flatMap((list) => Object.values(list).flat() as unknown[]);
}

// R462
test("nothing public shows a draft before it is published, and everything does afterwards", async () => {
  test.setTimeout(300_000);
  const admin = await Api.signedIn(EDITOR, guide.origin);
  const all = await subjects(admin);
  const records = all.map(({ record }) => record);
  const drawn = all.flatMap(({ record, pages }) =>
    /^(businesses|articles|settings)/.test(record) ? pages : [],
  );
  const imagesBefore = await socialImages(drawn);
  for (const { record, version, fields } of all)
    await admin.saveDraft(record, { baseVersion: version, fields });
  expect(await admin.drafts()).toHaveLength(all.length);

  const before = await everything(records);
  for (const page of all.flatMap(({ pages }) => pages)) expect([...before.keys()]).toContain(page);
  expect(leaks(before), "responses with a part of the word").toEqual([]);
  expect(await found(), "results of a search").toEqual([]);
  expect(await socialImages(drawn), "social images").toEqual(imagesBefore);

  for (const { record } of all) await admin.publishDraft(record);
  const id = records[1]!.split("/")[1];
  const shown = [
    "/",
    "/explore",
    "/inspiration",
    `/places/${WORD}`,
    `/inspiration/${id}-${WORD}`,
    "/getting-here",
    "/about",
    "/help",
    "/privacy",
    "/feed.xml",
    "/sitemap.xml",
  ];
  await expect(async () => {
    for (const path of shown) {
      const text = await (await fetch(guide.origin + path)).text();
      // A sitemap can be an index of others.
      if (path !== "/sitemap.xml") expect(has(text, WORD), path).toBe(true);
    }
  }).toPass({ timeout: 30_000 });
  const after = leaks(await everything(records));
  expect(after.filter((path) => path.startsWith("/sitemap")).length, "sitemaps").toBeGreaterThan(0);
  const calls = [
    ...["/api/businesses", "/api/businesses.geojson", "/api/businesses.json", "/api/businesses.csv"],
    ...["/api/categories", "/api/articles", "/api/articles/topics", "/api/settings"],
  ];
  for (const path of calls) expect(after, "the calls of the API").toContain(path);
  expect((await found()).length, "results of a search").toBeGreaterThan(SEARCHES.length);
  const images = await socialImages(["/", `/places/${WORD}`, `/inspiration/${id}-${WORD}`]);
  for (const image of images) expect(imagesBefore, "social images").not.toContain(image);
});
