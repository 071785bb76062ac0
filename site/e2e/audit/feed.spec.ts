import { ORIGIN } from "../api";
import { expect, test } from "../fixtures";
import { readPage } from "./readPage";

/** RFC 4287: how often each element may occur in a feed and in an entry. */
const ONCE = ["id", "title", "updated"];
const AT_MOST_ONCE = ["generator", "icon", "logo", "rights", "subtitle"];
const AT_MOST_ONCE_IN_ENTRY = ["content", "published", "rights", "source", "summary"];
/** RFC 3339 as narrowed by the Atom schema: a capital T and a time zone. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ATOM = "http://www.w3.org/2005/Atom";

interface Element {
  name: string;
  namespace: string | null;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** Parses a document. Throws if it is not well-formed. */
async function parse(page: import("@playwright/test").Page, xml: string): Promise<Element> {
  return page.evaluate((xml) => {
    const tree = new DOMParser().parseFromString(xml, "application/xml");
    const parserError = tree.querySelector("parsererror");
    if (parserError) throw new Error(parserError.textContent ?? "not well-formed");
    const toElement = (element: globalThis.Element): Element => ({
      name: element.localName,
      namespace: element.namespaceURI,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      text: element.textContent ?? "",
      children: [...element.children].map(toElement),
    });
    return toElement(tree.documentElement);
  }, xml);
}

const childrenNamed = (element: Element, name: string) =>
  element.children.filter((child) => child.name === name);
const textOf = (element: Element, name: string) => childrenNamed(element, name)[0]?.text ?? "";

/** The violations of RFC 4287 in this feed. */
function findViolations(feed: Element): string[] {
  const violations: string[] = [];
  const check = (isValid: boolean, violation: string) => void (isValid || violations.push(violation));
  const entries = childrenNamed(feed, "entry");
  check(feed.name === "feed" && feed.namespace === ATOM, "the root is no Atom feed");
  check(
    childrenNamed(feed, "author").length > 0 ||
      entries.every((entry) => childrenNamed(entry, "author").length > 0),
    "no author",
  );
  for (const name of AT_MOST_ONCE) check(childrenNamed(feed, name).length <= 1, `${name} stands twice`);
  for (const element of [feed, ...entries]) {
    const label = `${element.name} "${textOf(element, "title")}"`;
    for (const name of ONCE) check(childrenNamed(element, name).length === 1, `${label} has not one ${name}`);
    check(URL.canParse(textOf(element, "id")), `${label}: the id is no IRI`);
    for (const date of [...childrenNamed(element, "updated"), ...childrenNamed(element, "published")])
      check(DATE.test(date.text), `${label}: ${date.text} is no date`);
    for (const author of childrenNamed(element, "author"))
      check(
        childrenNamed(author, "name").length === 1 && textOf(author, "name") !== "",
        `${label}: an author without a name`,
      );
    const links = childrenNamed(element, "link").map(({ attributes }) => attributes);
    check(
      links.every(({ href }) => URL.canParse(href ?? "")),
      `${label}: a link without an address`,
    );
    const alternates = links.filter(({ rel = "alternate" }) => rel === "alternate");
    check(
      new Set(alternates.map(({ type, hreflang }) => `${type} ${hreflang}`)).size === alternates.length,
      `${label}: alternates`,
    );
    if (element === feed) continue;
    for (const name of AT_MOST_ONCE_IN_ENTRY)
      check(childrenNamed(element, name).length <= 1, `${label}: ${name} stands twice`);
    check(
      childrenNamed(element, "content").length > 0 || alternates.length > 0,
      `${label} has neither content nor alternate`,
    );
    check(
      childrenNamed(element, "category").every(({ attributes }) => attributes.term),
      `${label}: a category without a term`,
    );
  }
  const ids = entries.map((entry) => textOf(entry, "id"));
  check(new Set(ids).size === ids.length, "two entries have one id");
  return violations;
}

test("the feed rules detect violations", async ({ page }) => {
  const broken = `<feed xmlns="${ATOM}"><title>x</title><entry><id>7</id><updated>today</updated></entry></feed>`;
  expect(findViolations(await parse(page, broken))).toEqual(
    expect.arrayContaining(["no author", 'feed "x" has not one id', 'entry "": today is no date']),
  );
  await expect(parse(page, "<feed><title>x</feed>")).rejects.toThrow();
});

test("the feed is valid Atom and contains the full newest articles", async ({ page, publicApi }) => {
  const response = await fetch(`${ORIGIN}/feed.xml`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/atom+xml; charset=utf-8",
  ]);
  const feed = await parse(page, await response.text());
  expect(findViolations(feed)).toEqual([]);
  expect(
    childrenNamed(feed, "link").find(({ attributes }) => attributes.rel === "self")?.attributes.href,
  ).toBe(`${ORIGIN}/feed.xml`);
  const entries = childrenNamed(feed, "entry");
  const newest = (await publicApi.articles()).slice(0, 20);
  expect(entries.map((entry) => textOf(entry, "title"))).toEqual(newest.map(({ title }) => title));
  // It does not depend on the guide's address.
  expect(textOf(feed, "id")).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(entries.map((entry) => textOf(entry, "id"))).toEqual(newest.map(({ uuid }) => `urn:uuid:${uuid}`));
  for (const entry of entries) {
    expect((await fetch(childrenNamed(entry, "link")[0]!.attributes.href!)).status).toBe(200);
    expect(textOf(entry, "content").length).toBeGreaterThan(textOf(entry, "summary").length);
    expect(textOf(entry, "content")).not.toMatch(/ (?:href|src)="[/#]/);
  }
});

test("a conditional request for the unchanged feed gets 304", async () => {
  const etag = (await fetch(`${ORIGIN}/feed.xml`)).headers.get("etag")!;
  const revalidated = await fetch(`${ORIGIN}/feed.xml`, { headers: { "if-none-match": etag } });
  expect([revalidated.status, await revalidated.text()]).toEqual([304, ""]);
});

test("Home and Inspiration link to the feed", async ({ page }) => {
  for (const path of ["/", "/inspiration"])
    expect((await readPage(page, path)).feeds, path).toEqual([`${ORIGIN}/feed.xml`]);
});
