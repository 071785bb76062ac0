import { Editor } from "@tiptap/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { FormProvider, useForm } from "react-hook-form";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extensions } from "../src/rich/extensions";
import {
  forEditor,
  htmlOf,
  isLink,
  isPictureAddress,
  lostParts,
  partsOf,
  withMarksForStyles,
} from "../src/rich/html";
import RichText from "../src/rich/RichText";
import RichTextInput from "../src/rich/RichTextInput";
import { lightTheme } from "../src/theme/theme";

/** What the editor makes of `html`. */
function through(html: string): string {
  const editor = new Editor({ element: null, extensions, content: forEditor(html) });
  return htmlOf(editor);
}

/** Texts that together hold what the server keeps and the editor shows. */
const KEPT = [
  "<p>H<sub>2</sub>O, 10<sup>3</sup>, <kbd>j</kbd>, <small>in 2024</small>, <mark>new</mark> and <ins>more</ins></p>",
  '<p><abbr title="kilometers">km</abbr> by <cite>VNA</cite>, <dfn>doline</dfn>, <q>wide</q>, <time datetime="2024-10-29">then</time></p>',
  "<p>Plain <b>bold</b>, <i>slanted</i>, <del>gone</del> and <code>17.58</code></p>",
  "<dl>\n<dt>2009</dt>\n<dd>The cave is <strong>surveyed</strong>.</dd>\n<dt>2013</dt>\n<dd>The first tours.</dd>\n</dl>",
  '<ol start="3" reversed=""><li>Three</li><li>Two</li></ol>',
  "<ul>\n<li>One</li>\n<li>Two\n<ul><li>Inside</li></ul></li>\n</ul>",
  '<table>\n<caption>Fares in <em>2024</em></caption>\n<thead>\n<tr><th scope="col">Bus</th><th scope="col">Fare</th></tr>\n</thead>\n<tbody>\n<tr><th scope="row">B4</th><td>35,000</td></tr>\n</tbody>\n<tfoot><tr><td colspan="2">Each way</td></tr></tfoot>\n</table>',
  "<table><tbody><tr><td><p>One</p><p>Two</p></td></tr></tbody></table>",
  '<p lang="vi" dir="ltr">Động Phong Nha</p><h2 lang="vi">Hang Én</h2>',
  '<blockquote lang="en">Nobody spoke.</blockquote><hr><pre><code>17.58, 106.28</code></pre>',
  '<p>See <a href="/places/phong-nha-cave">the cave</a>, <a href="#fares"><strong>fares</strong></a><br>or ask.</p>',
  '<figure><img src="/media/1.webp" alt="Động"><figcaption>The <em>river</em> gate</figcaption></figure>',
];

describe("a long text in the editor", () => {
  it.each([
    "<h2>By boat</h2><p>Boats leave <strong>early</strong>, <em>always</em>, <s>never</s>.</p>",
    "<ul><li><p>One</p></li><li><p>Two</p></li></ul>",
    "<blockquote><p>Nobody spoke.</p></blockquote>",
    "<pre><code>17.58, 106.28</code></pre>",
    '<p>See <a href="/places/phong-nha-cave">the cave</a>.</p>',
    '<img src="/media/1.webp" alt="Hang Én">',
    '<figure><img src="/media/1.webp" alt="Động"><figcaption>The <em>river</em> gate</figcaption></figure>',
  ])("keeps %s", (html) => {
    expect(through(html)).toBe(html);
  });

  it("keeps tables with their headings", () => {
    const table = through(
      "<table><tr><th>Bus</th><th>Fare</th></tr><tr><td>B4</td><td>35,000</td></tr></table>",
    );
    expect(table).toContain("<th");
    expect(table.replace(/<[^>]+>/g, "|")).toContain("35,000");
  });

  it("is nothing while there is nothing in it, so that “Content is required” is said", () => {
    expect(through("")).toBe("");
    expect(through("<p></p>")).toBe("");
  });

  it("lets no script, handler, frame or foreign scheme in (threat D3)", () => {
    const hostile =
      '<p onclick="alert(1)">Hi<script>alert(1)</script></p><img src=x onerror=alert(1)>' +
      '<iframe src="https://example.org"></iframe><a href="javascript:alert(1)">x</a><svg><style><img src=x onerror=alert(1)></style></svg>';
    const html = through(hostile);
    expect(html).not.toMatch(/onclick|onerror|<script|<iframe|javascript:|<svg/i);
  });

  it("names what it would lose, and nothing else", () => {
    expect(lostParts('<p><a href="/x"><img src="/media/1.webp" alt="A"></a></p>')).toContain("<a href=/x>");
    expect(lostParts('<div lang="vi"><p>Plain <b>bold</b></p></div>')).toEqual(["<div lang=vi>"]);
    expect(lostParts("<figure><table><tr><td>1</td></tr></table></figure>")).toEqual(["<figure>"]);
  });

  it.each(KEPT)("keeps every part of %s when a word is edited", (html) => {
    expect(lostParts(html)).toEqual([]);
    const editor = new Editor({ element: null, extensions, content: forEditor(`${html}<p>One word.</p>`) });
    editor.commands.insertContentAt(editor.state.doc.content.size - 6, "changed ");
    const edited = htmlOf(editor);
    expect(edited).toContain("changed ");
    expect(partsOf(edited.replace("changed ", ""))).toEqual(partsOf(`${html}<p>One word.</p>`));
  });

  const seeds = "../cms/seeds/articles/";
  it.each(readdirSync(seeds).filter((name) => name.endsWith(".html")))(
    "keeps the shipped article %s",
    (name) => {
      expect(lostParts(readFileSync(seeds + name, "utf8"))).toEqual([]);
    },
  );

  it.each([
    [
      "a wrapper that undoes its own mark",
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain</span></p></b>',
      "<p>Plain</p>",
    ],
    ["bold", '<p><span style="font-weight:700">Bold</span> words</p>', "<p><strong>Bold</strong> words</p>"],
    ["italic", '<p><span style="font-style:italic">So</span></p>', "<p><em>So</em></p>"],
    [
      "both",
      '<p><span style="font-weight:700;font-style:italic">Both</span></p>',
      "<p><em><strong>Both</strong></em></p>",
    ],
    ["a mark without styles", "<p><b>Bold</b></p>", "<p><b>Bold</b></p>"],
  ])("pasted from Google Docs has marks for styles: %s", (_what, html, expected) => {
    expect(withMarksForStyles(html)).toBe(expected);
  });

  it("knows links and pictures from what is neither", () => {
    for (const link of ["https://example.org", "mailto:a@b.vn", "tel:+84 52", "/places/x", "#fares"])
      expect(isLink(link), link).toBe(true);
    for (const link of ["javascript:alert(1)", "//evil.example", "example.org", "data:text/html,x", ""])
      expect(isLink(link), link).toBe(false);
    expect(["/media/1.webp", "https://example.org/1.jpg"].every(isPictureAddress)).toBe(true);
    expect(["data:image/png;base64,AA", "//x.y/z", "1.jpg"].some(isPictureAddress)).toBe(false);
  });
});

describe("the field of a long text", () => {
  function Form({ html }: { html: string }) {
    const form = useForm({ defaultValues: { contentHtml: html } });
    return (
      <ThemeProvider theme={createTheme(lightTheme)}>
        <FormProvider {...form}>
          <RichTextInput source="contentHtml" label="Content" required />
          <output>{form.watch("contentHtml")}</output>
          <output aria-label="dirty">{String(form.formState.isDirty)}</output>
          <button onClick={() => form.reset({ contentHtml: "<p>Saved</p>" })}>Start anew</button>
        </FormProvider>
      </ThemeProvider>
    );
  }

  it("shows the text, and does not change it by being looked at", async () => {
    render(<Form html="<p>By boat<br>or on foot</p>" />);
    expect(await screen.findByRole("textbox", { name: "Content *" })).toHaveProperty(
      "textContent",
      "By boator on foot",
    );
    expect(screen.getByLabelText("dirty").textContent).toBe("false");
  });

  it("takes in what was saved", async () => {
    render(<Form html="<p>Before</p>" />);
    fireEvent.click(screen.getByText("Start anew"));
    await waitFor(() => expect(screen.getByRole("textbox").textContent).toBe("Saved"));
  });

  it("edits as HTML what the editor would lose, and says why", () => {
    render(<Form html="<div><p>Water</p></div>" />);
    const source = screen.getByLabelText("Content, HTML");
    expect(source).toHaveProperty("value", "<div><p>Water</p></div>");
    expect(screen.getByText(/would lose \(<div>\)/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Back to the editor" })).toHaveProperty("disabled", true);
    fireEvent.change(source, { target: { value: "<p>Water</p>" } });
    fireEvent.click(screen.getByRole("button", { name: "Back to the editor" }));
    expect(screen.getByRole("textbox", { name: "Content *" }).textContent).toBe("Water");
  });

  it("is one stop of Tab, with arrow keys between its buttons", () => {
    render(<Form html="<p>x</p>" />);
    const bold = screen.getByRole("button", { name: "Bold" });
    bold.focus();
    fireEvent.keyDown(bold, { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Italic" }));
    fireEvent.keyDown(document.activeElement!, { key: "End" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Redo" }));
    const stops = screen.getByRole("toolbar").querySelectorAll('[tabindex="0"]');
    expect([...stops]).toEqual([document.activeElement]);
  });
});

describe("a long text to be read", () => {
  it("runs nothing and loads nothing that was never sanitized", () => {
    const { container } = render(
      <ThemeProvider theme={createTheme(lightTheme)}>
        <RichText html={'<p>Hi</p><img src="x" onerror="alert(1)"><script>alert(1)</script>'} />
      </ThemeProvider>,
    );
    expect(container.textContent).toContain("Hi");
    expect(container.innerHTML).not.toMatch(/onerror|script/i);
  });
});
