import { expect, test } from "vitest";
import { linkedPlaceSlugs, enhanceArticleHtml } from "./html";

const enhance = (html: string) => enhanceArticleHtml(html, "Table");

test("a table is wrapped in a focusable group that scrolls", () => {
  expect(enhance('<p>a</p><table class="x"><tbody><tr><td>1</td></tr></tbody></table><p>b</p>')).toBe(
    '<p>a</p><div role="group" aria-label="Table" tabindex="0"><table class="x"><tbody><tr><td>1</td></tr></tbody></table></div><p>b</p>',
  );
});

test("images are loaded lazily", () => {
  expect(enhance('<figure><img src="/media/1.webp" alt="a &gt; b"><figcaption>c</figcaption></figure>')).toBe(
    '<figure><img loading="lazy" decoding="async" src="/media/1.webp" alt="a &gt; b"><figcaption>c</figcaption></figure>',
  );
});

test("images of the media library have size, placeholder color and srcset", () => {
  const boat = {
    url: "/media/3f9c2a1b-9f86d081884c7d65.jpg",
    width: 700,
    height: 500,
    widths: [320, 700],
    thumbhash: "",
    color: "#3a6b58",
    alt: "A boat",
    focalX: 0.5,
    focalY: 0.5,
  };
  const stem = "/media/3f9c2a1b-9f86d081884c7d65";
  expect(enhanceArticleHtml(`<img src="${boat.url}" alt="A boat">`, "Table", [boat])).toBe(
    `<img loading="lazy" decoding="async" srcset="${stem}-320.webp 320w, ${stem}-700.webp 700w" ` +
      `sizes="(min-width: 48rem) 44rem, 92vw" width="700" height="500" style="background:#3a6b58" src="${boat.url}" alt="A boat">`,
  );
  expect(
    enhanceArticleHtml(`<img src="${boat.url}" alt="" width="70" height="50">`, "Table", [boat]),
  ).not.toContain('width="700"');
});

test.each(['alt="<table onload=x>"', 'title="</table><img src=y>"', 'title="> <table>"'])(
  "a tag inside an attribute is not changed: %s",
  (attribute) => {
    expect(enhance(`<a href="/x" ${attribute}>link</a>`)).toBe(`<a href="/x" ${attribute}>link</a>`);
  },
);

test("linkedPlaceSlugs returns each linked place once, in order, at most 50", () => {
  const text =
    '<p><a href="/places/dark-cave">Dark Cave</a>, <a href="/places/son-doong?x=1#map">Sơn Đoòng</a>, again ' +
    '<a title="x" href="/places/dark-cave">there</a>, <a href="/explore">the map</a>, ' +
    '<a href="https://elsewhere.test/places/foreign">a foreign one</a>, <a href="/places/a/b">none</a>, ' +
    '<img src="/places/no-link" alt=""><span title="<a href=/places/inside>"></span></p>';
  expect(linkedPlaceSlugs(text)).toEqual(["dark-cave", "son-doong"]);
  const many = Array.from({ length: 60 }, (_, index) => `<a href="/places/cave-${index}">x</a>`).join("");
  expect(linkedPlaceSlugs(many)).toHaveLength(50);
});

test("other HTML stays unchanged", () => {
  const html =
    "<h2>Động &lt;table&gt; &amp; bạn</h2><ul><li>1 &lt; 2</li></ul><pre><code>a &lt; b</code></pre>";
  expect(enhance(html)).toBe(html);
});
