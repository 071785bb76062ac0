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

function read(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  expect(document.querySelector("parsererror")?.textContent).toBeUndefined();
  return document;
}

const said = (within: ParentNode, selector: string) => within.querySelector(selector)?.textContent;

test("an entry has an id for good, its dates, its author and its words", () => {
  const feed = read(atomFeed([anArticle()], region));
  expect(said(feed, "feed > id")).toBe("urn:uuid:0198c6a1-0000-7000-8000-000000000001");
  expect(said(feed, "feed > subtitle")).toBe("Caves & rivers");
  expect(said(feed, "feed > updated")).toBe("2026-01-06T08:00:00.000Z");
  const entry = feed.querySelector("entry")!;
  expect(said(entry, "id")).toBe("urn:uuid:0198c6a1-0000-7000-8000-000000000007");
  expect(entry.querySelector("link")!.getAttribute("href")).toBe(
    "https://guide.test/inspiration/7-which-cave-is-yours",
  );
  expect(said(entry, "published")).toBe("2026-01-04T17:30:00.000Z");
  expect(said(entry, "author > name")).toBe("Linh Trần");
  expect(said(entry, "content")).toBe("<p>There are more than five hundred caves.</p>");
  expect(entry.querySelector("content")!.getAttribute("type")).toBe("html");
});

test("a renamed article keeps its id", () => {
  const [before, after] = ["old-words", "new-words"].map((slug) =>
    read(atomFeed([anArticle({ slug })], region)),
  );
  expect(said(after!, "entry > id")).toBe(said(before!, "entry > id"));
});

test("ids stay when the guide moves to another address", () => {
  const moved = read(atomFeed([anArticle()], { ...region, publicUrl: "https://elsewhere.test" }));
  const before = read(atomFeed([anArticle()], region));
  for (const id of ["feed > id", "entry > id"]) expect(said(moved, id)).toBe(said(before, id));
});

test("no words break out of the feed", () => {
  const words = '</title><entry/>]]>&<script>"\u0000';
  const hostile = { title: words, author: words, summary: words, contentHtml: words, tags: [words] };
  const feed = read(atomFeed([anArticle(hostile)], region));
  expect(feed.querySelectorAll("entry")).toHaveLength(1);
  expect(said(feed, "entry > title")).toBe(words.replace("\u0000", ""));
});

test("addresses in the words lead to the guide from anywhere", () => {
  const contentHtml =
    '<p>1 &lt; 2 <a href="/places/x?a=1&amp;b=2">x</a> <a href="#end">end</a> <a href="//evil.test/">y</a>' +
    '<img src="/media/a.jpg" alt="say &quot;src=&quot;/b"> <a href="https://other.test/">z</a></p>';
  const content = said(read(atomFeed([anArticle({ contentHtml })], region)), "entry > content");
  expect(content).toBe(
    '<p>1 &lt; 2 <a href="https://guide.test/places/x?a=1&amp;b=2">x</a> ' +
      '<a href="https://guide.test/inspiration/7-which-cave-is-yours#end">end</a> <a href="//evil.test/">y</a>' +
      '<img src="https://guide.test/media/a.jpg" alt="say &quot;src=&quot;/b"> <a href="https://other.test/">z</a></p>',
  );
});

test("a guide without stories has a feed too", () => {
  expect(said(read(atomFeed([], region)), "updated")).toBe("1970-01-01T00:00:00.000Z");
});
