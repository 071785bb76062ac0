// @vitest-environment jsdom
import { expect, test } from "vitest";
import { anArticle } from "./anArticle.fixture";
import { atomFeed } from "./feed";

const region = {
  brand: "Phong Nha Guide",
  tagline: "Caves & rivers",
  publicUrl: "https://guide.test",
  uuid: "0198c6a1-0000-7000-8000-000000000001",
};

function parse(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  expect(document.querySelector("parsererror")?.textContent).toBeUndefined();
  return document;
}

const textOf = (parent: ParentNode, selector: string) => parent.querySelector(selector)?.textContent;

test("an entry has a permanent id, its dates, its author and its content", () => {
  const feed = parse(atomFeed([anArticle()], region));
  expect(textOf(feed, "feed > id")).toBe("urn:uuid:0198c6a1-0000-7000-8000-000000000001");
  expect(textOf(feed, "feed > subtitle")).toBe("Caves & rivers");
  expect(textOf(feed, "feed > updated")).toBe("2026-01-06T08:00:00.000Z");
  const entry = feed.querySelector("entry")!;
  expect(textOf(entry, "id")).toBe("urn:uuid:0198c6a1-0000-7000-8000-000000000007");
  expect(entry.querySelector("link")!.getAttribute("href")).toBe(
    "https://guide.test/inspiration/7-which-cave-is-yours",
  );
  expect(textOf(entry, "published")).toBe("2026-01-04T17:30:00.000Z");
  expect(textOf(entry, "author > name")).toBe("Linh Trần");
  expect(textOf(entry, "content")).toBe("<p>There are more than five hundred caves.</p>");
  expect(entry.querySelector("content")!.getAttribute("type")).toBe("html");
});

test("a renamed article keeps its id", () => {
  const [before, after] = ["old-slug", "new-slug"].map((slug) =>
    parse(atomFeed([anArticle({ slug })], region)),
  );
  expect(textOf(after!, "entry > id")).toBe(textOf(before!, "entry > id"));
});

test("ids stay the same when the guide moves to another domain", () => {
  const moved = parse(atomFeed([anArticle()], { ...region, publicUrl: "https://elsewhere.test" }));
  const before = parse(atomFeed([anArticle()], region));
  for (const id of ["feed > id", "entry > id"]) expect(textOf(moved, id)).toBe(textOf(before, id));
});

test("article texts cannot inject elements into the feed", () => {
  const text = '</title><entry/>]]>&<script>"\u0000';
  const hostile = { title: text, author: text, summary: text, contentHtml: text, tags: [text] };
  const feed = parse(atomFeed([anArticle(hostile)], region));
  expect(feed.querySelectorAll("entry")).toHaveLength(1);
  expect(textOf(feed, "entry > title")).toBe(text.replace("\u0000", ""));
});

test("relative URLs in the content become absolute", () => {
  const contentHtml =
    '<p>1 &lt; 2 <a href="/places/x?a=1&amp;b=2">x</a> <a href="#end">end</a> <a href="//evil.test/">y</a>' +
    '<img src="/media/a.jpg" alt="say &quot;src=&quot;/b"> <a href="https://other.test/">z</a></p>';
  const content = textOf(parse(atomFeed([anArticle({ contentHtml })], region)), "entry > content");
  expect(content).toBe(
    '<p>1 &lt; 2 <a href="https://guide.test/places/x?a=1&amp;b=2">x</a> ' +
      '<a href="https://guide.test/inspiration/7-which-cave-is-yours#end">end</a> <a href="//evil.test/">y</a>' +
      '<img src="https://guide.test/media/a.jpg" alt="say &quot;src=&quot;/b"> <a href="https://other.test/">z</a></p>',
  );
});

test("a guide without articles has an empty feed", () => {
  expect(textOf(parse(atomFeed([], region)), "updated")).toBe("1970-01-01T00:00:00.000Z");
});
