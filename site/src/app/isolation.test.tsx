// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { aComment, anEntry } from "@/guestbook/anEntry.fixture";
import { Comments } from "@/guestbook/Comments";
import { EntryDialog } from "@/guestbook/EntryDialog";
import { AuthProvider } from "@/auth/AuthProvider";
import { pinElement } from "@/map/pin";
import { aPlace } from "@/places/aPlace.fixture";
import { FiltersDialog } from "@/places/FiltersDialog";
import { Gallery } from "@/places/Gallery";
import { SavedCard } from "@/places/SavedCard";
import { SearchAutocomplete } from "@/places/SearchAutocomplete";
import { summarize } from "@/places/summary";
import { PAGES, htmlOf, store } from "./aGuide.fixture";

vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  useSelectedLayoutSegment: () => null,
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The text of a field, in Hebrew letters. */
const written = (field: string) => `מערה ${field}`;
const WRITTEN = /מערה \w+/;
/** A text without what stands between Unicode isolates. */
const loose = (text: string) => text.replace(/\u2068[^\u2068\u2069]*\u2069/g, "");
/** Whether a text has no letters but those of fields. */
const isAlone = (text: string) => !/\p{L}/u.test(loose(text).replaceAll(new RegExp(WRITTEN, "g"), ""));

const SAID = ["aria-label", "title", "alt", "placeholder"];

/** The places in the HTML where the text of a field is not isolated from other words. */
function mixed(html: string): string[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  const found: string[] = [];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [field] = WRITTEN.exec(loose(node.textContent ?? "")) ?? [];
    const around = node.parentElement!.closest("bdi, [dir], script");
    if (!field || around?.tagName === "SCRIPT") continue;
    if (!around || !isAlone(around.textContent)) found.push(`${field} in ${node.parentElement!.outerHTML}`);
  }
  for (const element of page.body.querySelectorAll("*"))
    for (const name of SAID) {
      const said = element.getAttribute(name) ?? "";
      if (WRITTEN.test(loose(said)) && !isAlone(said)) found.push(`${name}="${said}"`);
    }
  return found;
}

test.each(Object.keys(PAGES))(
  "text from right to left turns no words around it on the %s page",
  async (page) => {
    const category = {
      id: 4,
      slug: "cave",
      color: null,
      icon: "cave",
      emoji: null,
      name: written("category"),
    };
    store({
      place: {
        ...{ name: written("name"), localName: written("localName"), description: written("description") },
        ...{ address: written("address"), hours: written("hours"), priceRange: written("price") },
        ...{ commune: written("commune"), sources: [written("source")], phone: written("phone") },
        ...{ phoneParts: [{ text: written("phone"), href: "tel:+84" }], tags: [written("tag")] },
        ...{ category, categories: [category], acceptsEnquiries: true, isPremium: true },
        ...{ featuredText: written("featured"), rating: 4.5, lastSeenYear: 2025 },
      },
      article: {
        ...{ title: written("title"), author: written("author"), summary: written("summary") },
        tags: [written("topic"), written("other")],
      },
      entry: {
        ...{ authorName: written("author"), message: written("message"), nationality: written("nation") },
        ...{ comments: [aComment({ authorName: written("author"), comment: written("comment") })] },
        relatedPlace: { id: 1, name: written("place"), slug: "phong-nha-cave" },
      },
    });
    const html = await htmlOf(page);
    expect(html).toMatch(WRITTEN);
    expect(mixed(html)).toEqual([]);
  },
);

const cave = { id: 4, slug: "cave", color: null, icon: null, emoji: null, name: written("category") };
const categories = [{ ...cave, aliases: [], placeCount: 3 }];
const nothing = () => {};

/** Parts that only the browser draws. */
const PARTS: Record<string, () => ReactNode> = {
  "the dialog of an entry": () => {
    const place = { id: 1, name: written("place"), slug: "cave" };
    const entry = anEntry({
      ...{ authorName: written("author"), message: written("message"), nationality: written("nation") },
      ...{ location: written("location"), relatedPlace: place },
    });
    return <EntryDialog entry={entry} isOpen onClose={nothing} onWithdrawn={nothing} />;
  },
  comments: () => (
    <Comments
      entryId={1}
      comments={[aComment({ authorName: written("author"), comment: written("comment") })]}
      isLoading={false}
      canReply
    />
  ),
  "a saved place": () => (
    <SavedCard
      place={aPlace({
        ...{ name: written("name"), address: written("address"), description: written("description") },
        categories: [cave],
      })}
    />
  ),
  "the filters": () => (
    <FiltersDialog
      {...{ isOpen: true, onClose: nothing, categories, foundCount: 0, total: 3, categoryCounts: null }}
      filters={{
        ...{ categorySlug: null, tags: [written("chosen")], isOpen: false, isVerified: false },
        ...{ selectCategory: nothing, toggleTag: nothing, setOpen: nothing, setVerified: nothing },
        clearFilters: nothing,
      }}
      countChoices={() => ({ open: 1, verified: 1, tags: [{ tag: written("tag"), count: 2 }] })}
    />
  ),
  "the suggestions": () => (
    <SearchAutocomplete
      {...{ text: "m", onTextChange: nothing, onCommit: nothing, onIntent: nothing, onSelect: nothing }}
      suggest={() => [
        { kind: "place", place: summarize(aPlace({ name: written("name"), localName: written("local") })) },
        { kind: "tag", tag: written("tag") },
        { kind: "category", category: categories[0]! },
      ]}
      categoryBySlug={new Map(categories.map((category) => [category.slug, category]))}
    />
  ),
  "the gallery": () => {
    const words = { alt: written("alt"), caption: written("caption"), credit: written("credit") };
    const size = {
      width: 4,
      height: 3,
      widths: [4],
      thumbhash: "",
      color: "#000000",
      focalX: 0.5,
      focalY: 0.5,
    };
    const photo = { id: 1, url: "/media/a.jpg", licence: "CC BY 4.0", ...words, ...size };
    return <Gallery name={written("name")} photos={[photo]} details={[photo]} isOpen onClose={nothing} />;
  },
};

test.each(Object.keys(PARTS))("text from right to left turns no words around it in %s", (part) => {
  vi.stubGlobal("fetch", () => new Promise(nothing));
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  }));
  Element.prototype.scrollIntoView = nothing;
  render(<AuthProvider>{PARTS[part]!()}</AuthProvider>);
  // Suggestions appear after typing.
  const box = screen.queryByRole("combobox");
  if (box) fireEvent.change(box, { target: { value: "ma" } });
  expect(document.body.innerHTML).toMatch(WRITTEN);
  expect(mixed(document.body.outerHTML)).toEqual([]);
});

test("the name on the map's marker has its own direction", () => {
  const place = { ...aPlace({ name: written("name") }), icon: "cave", color: "#78350f" };
  const pin = pinElement({ ...place, premium: false, approximate: false }, nothing);
  expect(mixed(pin.outerHTML)).toEqual([]);
});
