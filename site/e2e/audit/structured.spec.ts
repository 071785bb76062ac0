import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ORIGIN } from "../api";
import { expect, test, unique } from "../fixtures";
import { publicPaths, readPage, type Described } from "./readPage";

const SITE = join(import.meta.dirname, "../..");

/**
 * What schema.org's vocabulary (the types of `schema-dts`) does not know: each object is written as a typed constant,
 * and the TypeScript compiler reports unknown properties and values.
 */
function unknownToVocabulary(described: readonly Described[]): string[] {
  const types = [...new Set(described.map((one) => one["@type"]))];
  // The "-input" annotations of actions are not properties (schema.org/docs/actions.html).
  const plain = (one: Described) =>
    JSON.stringify(one, (key, value: unknown) => (key === "query-input" ? undefined : value));
  const source = [
    `import type { WithContext, ${types.join(", ")} } from "schema-dts";`,
    ...described.map((one, at) => `export const d${at}: WithContext<${one["@type"]}> = ${plain(one)};`),
  ].join("\n");
  mkdirSync(join(SITE, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(SITE, "test-results/vocabulary-"));
  try {
    const file = join(folder, "described.ts");
    writeFileSync(file, source);
    const options: ts.CompilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const program = ts.createProgram([file], options);
    return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
      const line = source.slice(0, start).split("\n").length;
      const words = ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300);
      return `${JSON.stringify(described[line - 2]?.["@id"] ?? described[line - 2]?.["@type"])}: ${words}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What search engines require of each type (developers.google.com/search/docs/appearance). */
const RULES: Record<string, (one: Described) => void> = {
  Article: (one) => {
    expect(one.headline).toEqual(expect.stringMatching(/\S/));
    expect(one.author).toMatchObject({ name: expect.stringMatching(/\S/) });
    expect(one.publisher).toMatchObject({ name: expect.stringMatching(/\S/) });
    expect((one.image as string[]).length).toBeGreaterThan(0);
    expect(Date.parse(one.dateModified as string)).toBeGreaterThanOrEqual(
      Date.parse(one.datePublished as string),
    );
  },
  BreadcrumbList: (one) => {
    const items = one.itemListElement as Described[];
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, at) => at + 1));
    for (const item of items)
      expect(item).toMatchObject({ name: expect.stringMatching(/\S/), item: ABSOLUTE });
  },
  FAQPage: (one) => {
    const questions = one.mainEntity as Described[];
    expect(questions.length).toBeGreaterThan(0);
    for (const question of questions)
      expect(question).toMatchObject({
        "@type": "Question",
        name: expect.stringMatching(/\S/),
        acceptedAnswer: { "@type": "Answer", text: expect.stringMatching(/\S/) },
      });
  },
  ItemList: (one) => {
    const items = one.itemListElement as Described[];
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual(50);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, at) => at + 1));
    expect(new Set(items.map(({ url }) => url)).size).toBe(items.length);
  },
  Organization: (one) =>
    expect(one).toMatchObject({ name: expect.stringMatching(/\S/), url: ABSOLUTE, logo: ABSOLUTE }),
  WebSite: (one) =>
    expect(one).toMatchObject({
      name: expect.stringMatching(/\S/),
      url: `${ORIGIN}/`,
      potentialAction: {
        "@type": "SearchAction",
        target: { urlTemplate: `${ORIGIN}/explore?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    }),
};

/** Checks all other types, which are places. */
function aPlace(one: Described): void {
  expect(one).toMatchObject({
    name: expect.stringMatching(/\S/),
    address: { "@type": "PostalAddress" },
    geo: { "@type": "GeoCoordinates", latitude: expect.any(Number), longitude: expect.any(Number) },
  });
  const rated = one.aggregateRating as Record<string, number> | undefined;
  if (rated) expect(rated.reviewCount).toBeGreaterThan(0);
  // The guide has no such data.
  expect(one).not.toHaveProperty("isAccessibleForFree");
}

const ABSOLUTE = expect.stringMatching(/^https?:\/\//);

/** The types that a page must describe. */
function expected(path: string): RegExp[] {
  if (path === "/") return [/^WebSite$/, /^Organization$/];
  if (path === "/explore") return [/^ItemList$/];
  if (path === "/help") return [/^FAQPage$/];
  if (path.startsWith("/places/")) return [/./, /^BreadcrumbList$/];
  return /^\/inspiration\/./.test(path) ? [/^Article$/, /^BreadcrumbList$/] : [];
}

test("the schema.org check detects unknown properties and values", () => {
  test.slow();
  const context = { "@context": "https://schema.org" };
  const faults = unknownToVocabulary([
    { ...context, "@id": "right", "@type": "Restaurant", name: "x", priceRange: "$" },
    { ...context, "@id": "no such property", "@type": "TouristAttraction", priceRange: "$" },
    { ...context, "@id": "no such value", "@type": "Place", geo: { "@type": "PostalAddress" } },
  ]);
  expect(faults.map((fault) => fault.split(":")[0])).toEqual(['"no such property"', '"no such value"']);
});

// R201
test("structured data of every public page is valid schema.org and complete for search engines", async ({
  page,
}) => {
  test.slow();
  const everything: Described[] = [];
  for (const path of await publicPaths()) {
    const { about } = await readPage(page, path);
    const types = about.map((one) => one["@type"]);
    for (const type of expected(path)) expect(types, path).toContainEqual(expect.stringMatching(type));
    for (const one of about) {
      expect(one["@context"], path).toBe("https://schema.org");
      await test.step(`${one["@type"]} of ${path}`, () => (RULES[one["@type"]] ?? aPlace)(one));
    }
    everything.push(...about);
  }
  expect(everything.length).toBeGreaterThan(100);
  expect(unknownToVocabulary(everything)).toEqual([]);
});

// R201, R303
test("a place name cannot break out of the structured data", async ({ page, admin }) => {
  const name = unique("</script><script>alert(1)</script><!--");
  const place = await admin.create({
    name,
    latitude: 17.6,
    longitude: 106.3,
    categoryIds: [await admin.categoryId("cave")],
    description: "]]><svg onload=alert(1)>\u2028",
  });
  await expect(async () => {
    const read = await readPage(page, `/places/${place.slug}`);
    expect(read.about[0]).toMatchObject({ name, description: place.description });
    expect(read.html).not.toContain("<script>alert(1)");
    expect((await fetch(read.meta["og:image"]!)).status).toBe(200);
  }).toPass();
  await admin.remove(place.id);
});
