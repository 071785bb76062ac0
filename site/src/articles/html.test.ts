import { expect, test } from "vitest";
import { readable } from "./html";

const ready = (html: string) => readable(html, "Table");

test("a table stands in a group that scrolls, and can be reached by keyboard", () => {
  expect(ready('<p>a</p><table class="x"><tbody><tr><td>1</td></tr></tbody></table><p>b</p>')).toBe(
    '<p>a</p><div role="group" aria-label="Table" tabindex="0"><table class="x"><tbody><tr><td>1</td></tr></tbody></table></div><p>b</p>',
  );
});

test("pictures wait until they are near", () => {
  expect(ready('<figure><img src="/media/1.webp" alt="a &gt; b"><figcaption>c</figcaption></figure>')).toBe(
    '<figure><img loading="lazy" decoding="async" src="/media/1.webp" alt="a &gt; b"><figcaption>c</figcaption></figure>',
  );
});

test.each(['alt="<table onload=x>"', 'title="</table><img src=y>"', 'title="> <table>"'])(
  "what looks like a tag inside an attribute stays what it is: %s",
  (attribute) => {
    expect(ready(`<a href="/x" ${attribute}>link</a>`)).toBe(`<a href="/x" ${attribute}>link</a>`);
  },
);

test("everything else is handed on letter by letter", () => {
  const html =
    "<h2>Động &lt;table&gt; &amp; bạn</h2><ul><li>1 &lt; 2</li></ul><pre><code>a &lt; b</code></pre>";
  expect(ready(html)).toBe(html);
});
