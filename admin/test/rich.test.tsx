import { QueryClientProvider } from "@tanstack/react-query";
import { Editor } from "@tiptap/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { FormProvider, useForm } from "react-hook-form";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { extensions } from "../src/rich/extensions";
import { isLink, isPictureAddress } from "../src/rich/addresses";
import { forEditor, htmlOf, lostParts } from "../src/rich/html";
import { partsOf } from "../src/rich/parts";
import { forPaste, picturesOf } from "../src/rich/paste";
import { removedParts } from "../src/rich/removed";
import { wordCount } from "../src/rich/TextFacts";
import { queryClient } from "../src/queryClient";
import RichText from "../src/rich/RichText";
import RichTextInput from "../src/rich/RichTextInput";
import { lightTheme } from "../src/theme/theme";

const addImage = vi.hoisted(() => vi.fn());
vi.mock("../src/resources", () => ({ addImage, resources: {} }));

/** What the editor makes of `html`. */
function through(html: string): string {
  const editor = new Editor({ element: null, extensions, content: forEditor(html) });
  return htmlOf(editor);
}

/** Texts that together hold every element and attribute that the server keeps (its own test says so). */
const KEPT = JSON.parse(readFileSync("../cms/tests/golden/rich_texts.json", "utf8")) as string[];
const SEEDS = "../cms/seeds/articles/";
const SHIPPED = readdirSync(SEEDS)
  .filter((name) => name.endsWith(".html"))
  .map((name) => readFileSync(SEEDS + name, "utf8"));

/** The text with a word put before the first word that can be edited. */
function withWord(html: string, word: string): string {
  const editor = new Editor({ element: null, extensions, content: forEditor(html) });
  let place = -1;
  editor.state.doc.descendants((node, at) => {
    if (place < 0 && node.isText) place = at;
  });
  editor.view.dispatch(editor.state.tr.insertText(word, place));
  return htmlOf(editor);
}

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

  it("is blank without content, so that “Content is required” is shown", () => {
    expect(through("")).toBe("");
    expect(through("<p></p>")).toBe("");
  });

  // R303
  it("accepts no script, handler, frame or unknown scheme", () => {
    const hostile =
      '<p onclick="alert(1)">Hi<script>alert(1)</script></p><img src=x onerror=alert(1)>' +
      '<iframe src="https://example.org"></iframe><a href="javascript:alert(1)">x</a><svg><style><img src=x onerror=alert(1)></style></svg>';
    const html = through(hostile);
    expect(html).not.toMatch(/onclick|onerror|<script|<iframe|javascript:|<svg/i);
  });

  // R303
  it("drops elements that the server would remove, even if pasted HTML marks them as preserved", () => {
    const marked =
      '<div data-preserved="" onclick="alert(1)"><p>a</p></div><p data-preserved=""><img src="x" onerror="alert(1)">b</p>' +
      '<div data-preserved=""><a href="javascript:alert(1)">c</a><iframe></iframe></div>';
    const editor = new Editor({ element: null, extensions, content: marked });
    const html = htmlOf(editor);
    expect(html.replace(/<[^>]+>/g, "")).toBe("abc");
    expect(html).not.toMatch(/onclick|onerror|javascript:|<iframe/);
  });

  it("lists exactly the parts that it would lose", () => {
    expect(lostParts("Bare words <em>here</em><p>and a paragraph</p>")).not.toEqual([]);
    expect(lostParts('<section lang="vi"><p>Plain <b>bold</b></p></section>')).toEqual(["<section lang=vi>"]);
    expect(lostParts('<p class="x">Words</p>')).toEqual(["<p class=x>"]);
  });

  it.each([...KEPT, ...SHIPPED].map((html) => [html.slice(0, 60), html]))(
    "keeps every part of %s when a word is edited",
    (_name, html = "") => {
      expect(lostParts(html)).toEqual([]);
      const edited = withWord(html, "changed ");
      expect(edited).toContain("changed ");
      expect(partsOf(edited.replace("changed ", ""))).toEqual(partsOf(html));
    },
  );

  it("preserves blocks unchanged only if it has no nodes for them", () => {
    const preserved = KEPT.flatMap((html) => forEditor(html).match(/<[^>]* data-preserved[^>]*>/g) ?? []);
    // A linked picture whose caption has a language, words before a paragraph in an item, a section with an id, `pre` with marks.
    expect(preserved.map((start) => start.split(" ")[0])).toEqual(["<figure", "<ul", "<table", "<pre"]);
    expect(SHIPPED).toHaveLength(10);
    expect(SHIPPED.some((html) => forEditor(html).includes("data-preserved"))).toBe(false);
  });

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
    expect(forPaste(html)).toBe(expected);
  });

  it("turns paragraphs pasted from Word into a list with levels and numbers", () => {
    const item = (level: number, sign: string, text: string, name = "MsoListParagraph") =>
      `<p class=${name} style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span><![endif]>${text}</p>\n`;
    const html = forPaste(
      `<p class=MsoNormal>Bring:</p>${item(1, "·", "Water")}${item(2, "o", "<b>two</b> liters")}${item(1, "·", "Shoes")}<p>Then:</p>${item(1, "3.", "Go")}${item(2, "a)", "left")}${item(1, "4.", "Rest")}`,
    );
    const plain = html.replace(/ class="[^"]*"| style="[^"]*"|<!--.*?-->|\n/g, "");
    expect(plain).toBe(
      "<p>Bring:</p><ul><li><p>Water</p><ul><li><p><b>two</b> liters</p></li></ul></li><li><p>Shoes</p></li></ul>" +
        '<p>Then:</p><ol start="3"><li><p>Go</p><ol><li><p>left</p></li></ol></li><li><p>Rest</p></li></ol>',
    );
  });

  it("merges lists pasted from Word for the web", () => {
    const item = (level: number, text: string) =>
      `<div class="ListContainerWrapper"><ul><li data-aria-level="${level}"><p>${text}</p></li></ul></div>`;
    expect(through(forPaste(item(1, "Water") + item(2, "two liters") + item(1, "Shoes")))).toBe(
      "<ul><li><p>Water</p><ul><li><p>two liters</p></li></ul></li><li><p>Shoes</p></li></ul>",
    );
  });

  it("turns pasted blocks into paragraphs and lowers the first heading", () => {
    expect(forPaste("<div><h1>Title</h1><div>One line</div><div><div>Another</div></div></div>")).toBe(
      "<h2>Title</h2><p>One line</p><p>Another</p>",
    );
    const own = '<div data-pm-slice="0 0 []"><div>kept</div></div>';
    expect(forPaste(own)).toBe(own);
  });

  it.each([
    ['<p>See</p><iframe src="https://example.org/map"></iframe>', "https://example.org/map"],
    [
      '<p>See</p><div><iframe src="//www.youtube.com/embed/a_b-1?rel=0"></iframe></div>',
      "https://www.youtube.com/watch?v=a_b-1",
    ],
    [
      '<p>See</p><video controls><source src="https://example.org/1.mp4"></video>',
      "https://example.org/1.mp4",
    ],
  ])("turns the embed %s into a link when pasted", (html, href) => {
    expect(forPaste(html)).toBe(`<p>See</p><p><a href="${href}">${href}</a></p>`);
  });

  it("drops pasted embeds without a web address, with scripts", () => {
    expect(through(forPaste('<p>See</p><iframe src="javascript:alert(1)"></iframe><script>1</script>'))).toBe(
      "<p>See</p>",
    );
  });

  it("extracts embedded images from pasted HTML and reports unreadable ones", () => {
    const { text, files, isUnreadable } = picturesOf(
      '<p>a<img src="data:image/png;base64,iVBORw0KGgo="></p><img src="https://example.org/1.jpg"><img src="file:///C:/1.png">',
    );
    expect(text).toBe('<p>a</p><img src="https://example.org/1.jpg">');
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["picture-1.png", "image/png", 8],
    ]);
    expect(isUnreadable).toBe(true);
  });

  it("recognizes valid addresses of links and images", () => {
    for (const link of ["https://example.org", "mailto:a@b.vn", "tel:+84 52", "/places/x", "#fares"])
      expect(isLink(link), link).toBe(true);
    for (const link of ["javascript:alert(1)", "//evil.example", "example.org", "data:text/html,x", ""])
      expect(isLink(link), link).toBe(false);
    expect(["/media/1.webp", "https://example.org/1.jpg"].every(isPictureAddress)).toBe(true);
    expect(["data:image/png;base64,AA", "//x.y/z", "1.jpg"].some(isPictureAddress)).toBe(false);
  });
});

describe("what the server removes", () => {
  it.each([...KEPT, ...SHIPPED].map((html) => [html.slice(0, 60), html]))(
    "is nothing of %s",
    (_name, html = "") => {
      expect(Object.values(removedParts(html)).flat()).toEqual([]);
    },
  );

  it("is listed by kind, each name once, in the order of the text", () => {
    const html =
      '<h1 id="a b">x</h1><p><u>u</u><u>v</u><font>w</font><a href="sms:1" target="_blank" rel="x">s</a></p>' +
      '<iframe src="https://example.org"></iframe><svg><u>x</u></svg><img src="data:image/png;base64,AA" alt="">' +
      '<p class="x" style="color:red" onclick="1" dir="up">y</p><td width="20">z</td>';
    expect(removedParts(html)).toEqual({
      elements: ["iframe", "svg"],
      unwrapped: ["u", "font"],
      links: ["sms:1"],
      images: ["data:image/png;base64,AA"],
      attributes: ["id (h1)", "class (p)", "style (p)", "onclick (p)", "dir (p)"],
    });
  });

  it("is counted neither in words nor as words", () => {
    expect(wordCount("")).toBe(0);
    expect(wordCount("<p>Hang <b>É</b>n – by boat.</p><ul><li>One</li><li>Two<br>three</li></ul>")).toBe(7);
  });
});

describe("the rich text input", () => {
  function Form({ html }: { html: string }) {
    const form = useForm({ defaultValues: { contentHtml: html } });
    return (
      <ThemeProvider theme={createTheme(lightTheme)}>
        <QueryClientProvider client={queryClient}>
          <FormProvider {...form}>
            <RichTextInput source="contentHtml" label="Content" required />
            <output aria-label="value">{form.watch("contentHtml")}</output>
            <output aria-label="dirty">{String(form.formState.isDirty)}</output>
            <button onClick={() => form.reset({ contentHtml: "<p>Saved</p>" })}>Reset</button>
          </FormProvider>
        </QueryClientProvider>
      </ThemeProvider>
    );
  }

  it("shows the text without changing its value", async () => {
    render(<Form html="<p>By boat<br>or on foot</p>" />);
    expect(await screen.findByRole("textbox", { name: "Content *" })).toHaveProperty(
      "textContent",
      "By boator on foot",
    );
    expect(screen.getByLabelText("dirty").textContent).toBe("false");
  });

  it("shows the saved text after a reset", async () => {
    render(<Form html="<p>Before</p>" />);
    fireEvent.click(screen.getByText("Reset"));
    await waitFor(() => expect(screen.getByRole("textbox").textContent).toBe("Saved"));
  });

  it("shows text that the editor would change as HTML, with the reason", () => {
    render(<Form html="<section><p>Water</p></section>" />);
    const source = screen.getByLabelText("Content, HTML");
    expect(source).toHaveProperty("value", "<section><p>Water</p></section>");
    expect(screen.getByText(/remove parts of this text \(<section>\)/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Back to the editor" })).toHaveProperty("disabled", true);
    fireEvent.change(source, { target: { value: "<p>Water</p>" } });
    fireEvent.click(screen.getByRole("button", { name: "Back to the editor" }));
    expect(screen.getByRole("textbox", { name: "Content *" }).textContent).toBe("Water");
  });

  it.each(["paste", "drop"])("uploads an image file added by %s and inserts it", async (way) => {
    addImage.mockResolvedValue({ id: 7, url: "/media/7.webp", alt: null, name: "shot.png" });
    render(<Form html="<p>Water</p>" />);
    const text = screen.getByRole("textbox", { name: "Content *" });
    // No layout here.
    (text as HTMLElement & { editor: Editor }).editor.view.posAtCoords = () => ({ pos: 1, inside: 0 });
    const files = [new File(["x"], "shot.png", { type: "image/png" })];
    const data = { files, items: [], types: ["Files"], getData: () => "" };
    if (way === "paste") fireEvent.paste(text, { clipboardData: data });
    else fireEvent.drop(text, { dataTransfer: data, clientX: 1, clientY: 1 });
    await waitFor(() => expect(screen.getByLabelText("value").textContent).toContain('src="/media/7.webp"'));
    expect(addImage).toHaveBeenCalledWith(files[0], expect.anything());
  });

  it("shows a failed image upload with the reason", async () => {
    addImage.mockRejectedValue(new TypeError("Failed to fetch"));
    render(<Form html="<p>Water</p>" />);
    const files = [new File(["x"], "shot.png", { type: "image/png" })];
    fireEvent.paste(screen.getByRole("textbox", { name: "Content *" }), {
      clipboardData: { files, items: [], types: ["Files"], getData: () => "" },
    });
    expect(await screen.findByText("shot.png could not be added")).toBeTruthy();
  });

  it("restores the stored value when an edit is undone", () => {
    render(<Form html="<p>By <b>boat</b></p>" />);
    const text = screen.getByRole("textbox", { name: "Content *" }) as HTMLElement & { editor: Editor };
    act(() => void text.editor.commands.insertContentAt(1, "Go "));
    expect(screen.getByLabelText("dirty").textContent).toBe("true");
    act(() => void text.editor.commands.undo());
    expect(screen.getByLabelText("dirty").textContent).toBe("false");
  });

  it("shows the length of the text, and what saving removes", async () => {
    render(<Form html="<section><p>Two words</p></section>" />);
    expect(screen.getByText("2 words · 1 minute to read")).toBeTruthy();
    expect(screen.getByText("Elements, but not their text: section")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Content, HTML"), { target: { value: "<p>Water</p>" } });
    expect(await screen.findByText("1 word · 1 minute to read")).toBeTruthy();
    expect(screen.queryByText("Saving removes:")).toBeNull();
  });

  describe("the block menu", () => {
    async function typed(text: string) {
      render(<Form html="" />);
      const field = screen.getByRole("textbox", { name: "Content *" }) as HTMLElement & { editor: Editor };
      fireEvent.focus(field);
      await act(async () => void field.editor.commands.insertContent(text));
      return field;
    }

    it("opens at a slash on an empty line and inserts the chosen block by keyboard", async () => {
      const field = await typed("/");
      const menu = screen.getByRole("listbox", { name: "Blocks" });
      expect(field.getAttribute("aria-controls")).toBe(menu.id);
      const selected = () => screen.getByRole("option", { selected: true });
      expect(selected().textContent).toBe("Heading");
      fireEvent.keyDown(field, { key: "ArrowDown" });
      expect(selected().textContent).toBe("Subheading");
      expect(field.getAttribute("aria-activedescendant")).toBe(selected().id);
      fireEvent.keyDown(field, { key: "Enter" });
      expect(screen.queryByRole("listbox")).toBeNull();
      expect(field.hasAttribute("aria-activedescendant")).toBe(false);
      expect(field.querySelector("h3")?.textContent).toBe("");
    });

    it("is narrowed by what is typed, and closed by Escape without losing it", async () => {
      const field = await typed("/quo");
      expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Quote"]);
      fireEvent.keyDown(field, { key: "Escape" });
      expect(screen.queryByRole("listbox")).toBeNull();
      expect(field.textContent).toBe("/quo");
    });

    it.each(["and/or", "<p><br>/</p>"])("stays closed in %s, which holds more than a slash", async (text) => {
      await typed(text);
      expect(screen.queryByRole("listbox")).toBeNull();
    });
  });

  it("has a toolbar with one tab stop and arrow keys", () => {
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

describe("rich text for reading", () => {
  it("runs and loads nothing from unsanitized HTML", () => {
    const { container } = render(
      <ThemeProvider theme={createTheme(lightTheme)}>
        <RichText html={'<p>Hi</p><img src="x" onerror="alert(1)"><script>alert(1)</script>'} />
      </ThemeProvider>,
    );
    expect(container.textContent).toContain("Hi");
    expect(container.innerHTML).not.toMatch(/onerror|script/i);
  });
});
