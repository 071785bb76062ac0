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
import { PriceList } from "@/places/PriceList";
import { SavedCard } from "@/places/SavedCard";
import { SearchAutocomplete } from "@/places/SearchAutocomplete";
import { summarize } from "@/places/summary";
import { PAGES, renderPage, stubApi } from "./aGuide.fixture";

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

/** A field value with Hebrew letters. */
const hebrew = (field: string) => `מערה ${field}`;
const HEBREW_VALUE = /מערה \w+/;
/** Removes text within Unicode isolates. */
const withoutIsolates = (text: string) => text.replace(/\u2068[^\u2068\u2069]*\u2069/g, "");
/** Whether all letters of a text belong to field values. */
const hasOnlyValues = (text: string) =>
  !/\p{L}/u.test(withoutIsolates(text).replaceAll(new RegExp(HEBREW_VALUE, "g"), ""));

const TEXT_ATTRIBUTES = ["aria-label", "title", "alt", "placeholder"];

/** The occurrences of field values in the HTML that are not isolated from other text. */
function findUnisolated(html: string): string[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  const found: string[] = [];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [field] = HEBREW_VALUE.exec(withoutIsolates(node.textContent ?? "")) ?? [];
    const container = node.parentElement!.closest("bdi, [dir], script");
    if (!field || container?.tagName === "SCRIPT") continue;
    if (!container || !hasOnlyValues(container.textContent))
      found.push(`${field} in ${node.parentElement!.outerHTML}`);
  }
  for (const element of page.body.querySelectorAll("*"))
    for (const name of TEXT_ATTRIBUTES) {
      const value = element.getAttribute(name) ?? "";
      if (HEBREW_VALUE.test(withoutIsolates(value)) && !hasOnlyValues(value))
        found.push(`${name}="${value}"`);
    }
  return found;
}

test.each(Object.keys(PAGES))(
  "right-to-left values do not reorder the text around them on the %s page",
  async (page) => {
    const category = {
      id: 4,
      slug: "cave",
      color: null,
      icon: "cave",
      emoji: null,
      name: hebrew("category"),
    };
    stubApi({
      place: {
        ...{ name: hebrew("name"), localName: hebrew("localName"), description: hebrew("description") },
        ...{ address: hebrew("address"), hours: hebrew("hours"), priceRange: hebrew("price") },
        ...{ commune: hebrew("commune"), sources: [hebrew("source")], phone: hebrew("phone") },
        ...{ phoneParts: [{ text: hebrew("phone"), href: "tel:+84" }], tags: [hebrew("tag")] },
        ...{ category, categories: [category], acceptsEnquiries: true, isPremium: true },
        ...{ featuredText: hebrew("featured"), rating: 4.5, lastSeenYear: 2025 },
      },
      article: {
        ...{ title: hebrew("title"), author: hebrew("author"), summary: hebrew("summary") },
        tags: [hebrew("topic"), hebrew("other")],
        sources: [hebrew("source"), `${hebrew("map")} https://example.org/map`],
      },
      entry: {
        ...{ authorName: hebrew("author"), message: hebrew("message"), nationality: hebrew("nation") },
        ...{ comments: [aComment({ authorName: hebrew("author"), comment: hebrew("comment") })] },
        relatedPlace: { id: 1, name: hebrew("place"), slug: "phong-nha-cave" },
      },
    });
    const html = await renderPage(page);
    expect(html).toMatch(HEBREW_VALUE);
    expect(findUnisolated(html)).toEqual([]);
  },
);

const cave = { id: 4, slug: "cave", color: null, icon: null, emoji: null, name: hebrew("category") };
const categories = [{ ...cave, aliases: [], placeCount: 3 }];
const noop = () => {};

/** Components that only the browser renders. */
const COMPONENTS: Record<string, () => ReactNode> = {
  "the dialog of an entry": () => {
    const place = { id: 1, name: hebrew("place"), slug: "cave" };
    const entry = anEntry({
      ...{ authorName: hebrew("author"), message: hebrew("message"), nationality: hebrew("nation") },
      ...{ location: hebrew("location"), relatedPlace: place },
    });
    return <EntryDialog entry={entry} isOpen onClose={noop} onWithdrawn={noop} />;
  },
  comments: () => (
    <Comments
      entryId={1}
      comments={[aComment({ authorName: hebrew("author"), comment: hebrew("comment") })]}
      isLoading={false}
      canReply
    />
  ),
  prices: () => {
    const unit = { amountTo: null, currency: "VND", per: null, audience: "everyone" } as const;
    const prices = [{ ...unit, label: hebrew("price"), amount: 80000, checkedAt: "2026-03" }];
    return <PriceList prices={prices} timeZone="UTC" />;
  },
  "a saved place": () => (
    <SavedCard
      place={aPlace({
        ...{ name: hebrew("name"), address: hebrew("address"), description: hebrew("description") },
        categories: [cave],
      })}
    />
  ),
  "the filters": () => (
    <FiltersDialog
      {...{ isOpen: true, onClose: noop, categories, foundCount: 0, total: 3, categoryCounts: null }}
      filters={{
        ...{ categorySlug: null, tags: [hebrew("chosen")], isOpen: false, isVerified: false, goodIn: null },
        ...{ selectCategory: noop, toggleTag: noop, setOpen: noop, setVerified: noop, setGoodIn: noop },
        clearFilters: noop,
      }}
      countChoices={() => ({ open: 1, verified: 1, tags: [{ tag: hebrew("tag"), count: 2 }] })}
    />
  ),
  "the suggestions": () => (
    <SearchAutocomplete
      {...{ text: "m", onTextChange: noop, onCommit: noop, onIntent: noop, onSelect: noop }}
      suggest={() => [
        { kind: "place", place: summarize(aPlace({ name: hebrew("name"), localName: hebrew("local") })) },
        { kind: "tag", tag: hebrew("tag") },
        { kind: "category", category: categories[0]! },
      ]}
      categoryBySlug={new Map(categories.map((category) => [category.slug, category]))}
    />
  ),
  "the gallery": () => {
    const words = { alt: hebrew("alt"), caption: hebrew("caption"), credit: hebrew("credit") };
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
    return <Gallery name={hebrew("name")} photos={[photo]} details={[photo]} isOpen onClose={noop} />;
  },
};

test.each(Object.keys(COMPONENTS))(
  "right-to-left values do not reorder the text around them in %s",
  (name) => {
    vi.stubGlobal("fetch", () => new Promise(noop));
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: noop,
      removeEventListener: noop,
    }));
    Element.prototype.scrollIntoView = noop;
    render(<AuthProvider>{COMPONENTS[name]!()}</AuthProvider>);
    // Suggestions appear after typing.
    const combobox = screen.queryByRole("combobox");
    if (combobox) fireEvent.change(combobox, { target: { value: "ma" } });
    expect(document.body.innerHTML).toMatch(HEBREW_VALUE);
    expect(findUnisolated(document.body.outerHTML)).toEqual([]);
  },
);

test("the name of a map marker is isolated", () => {
  const place = { ...aPlace({ name: hebrew("name") }), icon: "cave", color: "#78350f" };
  const pin = pinElement({ ...place, premium: false, approximate: false, alert: null }, noop);
  expect(findUnisolated(pin.outerHTML)).toEqual([]);
});
