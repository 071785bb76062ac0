import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ORIGIN } from "../api";
import { expect, test, unique } from "../fixtures";
import { publicPaths, readPage, type StructuredData } from "./readPage";

const SITE = join(import.meta.dirname, "../..");

/**
 * What schema.org's vocabulary (the types of `schema-dts`) does not know: each object is written as a typed constant,
 * and the TypeScript compiler reports unknown properties and values.
 */
function findUnknown(objects: readonly StructuredData[]): string[] {
  const types = [...new Set(objects.map((object) => object["@type"]))];
  // The "-input" annotations of actions are not properties (schema.org/docs/actions.html).
  const toSource = (object: StructuredData) =>
    JSON.stringify(object, (key, value: unknown) => (key === "query-input" ? undefined : value));
  const source = [
    `import type { WithContext, ${types.join(", ")} } from "schema-dts";`,
    ...objects.map(
      (object, at) => `export const d${at}: WithContext<${object["@type"]}> = ${toSource(object)};`,
    ),
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
      const message = ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300);
      return `${JSON.stringify(objects[line - 2]?.["@id"] ?? objects[line - 2]?.["@type"])}: ${message}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What search engines require of each type (developers.google.com/search/docs/appearance). */
const CHECKS: Record<string, (object: StructuredData) => void> = {
  Article: (object) => {
    expect(object.headline).toEqual(expect.stringMatching(/\S/));
    expect(object.author).toMatchObject({ name: expect.stringMatching(/\S/) });
    expect(object.publisher).toMatchObject({ name: expect.stringMatching(/\S/) });
    expect((object.image as string[]).length).toBeGreaterThan(0);
    expect(Date.parse(object.dateModified as string)).toBeGreaterThanOrEqual(
      Date.parse(object.datePublished as string),
    );
  },
  BreadcrumbList: (object) => {
    const items = object.itemListElement as StructuredData[];
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, at) => at + 1));
    for (const item of items)
      expect(item).toMatchObject({ name: expect.stringMatching(/\S/), item: ABSOLUTE });
  },
  FAQPage: (object) => {
    const questions = object.mainEntity as StructuredData[];
    expect(questions.length).toBeGreaterThan(0);
    for (const question of questions)
      expect(question).toMatchObject({
        "@type": "Question",
        name: expect.stringMatching(/\S/),
        acceptedAnswer: { "@type": "Answer", text: expect.stringMatching(/\S/) },
      });
  },
  ItemList: (object) => {
    const items = object.itemListElement as StructuredData[];
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual(50);
    expect(items.map(({ position }) => position)).toEqual(items.map((_, at) => at + 1));
    expect(new Set(items.map(({ url }) => url)).size).toBe(items.length);
  },
  Organization: (object) =>
    expect(object).toMatchObject({ name: expect.stringMatching(/\S/), url: ABSOLUTE, logo: ABSOLUTE }),
  WebSite: (object) =>
    expect(object).toMatchObject({
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
function checkPlace(object: StructuredData): void {
  expect(object).toMatchObject({
    name: expect.stringMatching(/\S/),
    address: { "@type": "PostalAddress" },
    geo: { "@type": "GeoCoordinates", latitude: expect.any(Number), longitude: expect.any(Number) },
  });
  const rated = object.aggregateRating as Record<string, number> | undefined;
  if (rated) expect(rated.reviewCount).toBeGreaterThan(0);
  // The guide has no such data.
  expect(object).not.toHaveProperty("isAccessibleForFree");
}

const ABSOLUTE = expect.stringMatching(/^https?:\/\//);

/** The types that a page must describe. */
function requiredTypes(path: string): RegExp[] {
  if (path === "/") return [/^WebSite$/, /^Organization$/];
  if (path === "/explore") return [/^ItemList$/];
  if (path === "/help") return [/^FAQPage$/];
  if (path.startsWith("/places/")) return [/./, /^BreadcrumbList$/];
  return /^\/inspiration\/./.test(path) ? [/^Article$/, /^BreadcrumbList$/] : [];
}

test("the schema.org check detects unknown properties and values", () => {
  test.slow();
  const context = { "@context": "https://schema.org" };
  const problems = findUnknown([
    { ...context, "@id": "right", "@type": "Restaurant", name: "x", priceRange: "$" },
    { ...context, "@id": "no such property", "@type": "TouristAttraction", priceRange: "$" },
    { ...context, "@id": "no such value", "@type": "Place", geo: { "@type": "PostalAddress" } },
  ]);
  expect(problems.map((fault) => fault.split(":")[0])).toEqual(['"no such property"', '"no such value"']);
});

// R201
test("structured data of every public page is valid schema.org and complete for search engines", async ({
  page,
}) => {
  test.slow();
  const all: StructuredData[] = [];
  for (const path of await publicPaths()) {
    const { structuredData } = await readPage(page, path);
    const types = structuredData.map((object) => object["@type"]);
    for (const type of requiredTypes(path)) expect(types, path).toContainEqual(expect.stringMatching(type));
    for (const object of structuredData) {
      expect(object["@context"], path).toBe("https://schema.org");
      await test.step(`${object["@type"]} of ${path}`, () => (CHECKS[object["@type"]] ?? checkPlace)(object));
    }
    all.push(...structuredData);
  }
  expect(all.length).toBeGreaterThan(100);
  expect(findUnknown(all)).toEqual([]);
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
    expect(read.structuredData[0]).toMatchObject({ name, description: place.description });
    expect(read.html).not.toContain("<script>alert(1)");
    expect((await fetch(read.meta["og:image"]!)).status).toBe(200);
  }).toPass();
  await admin.remove(place.id);
});
