// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectToConsole } from "./connect";

const parent = { postMessage: vi.fn() } as unknown as Window;
let disconnect = () => {};

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  document.body.innerHTML = `<main>
    <h1 data-field="name">Dark Cave</h1>
    <div data-field="website"><a href="/explore">Website</a> <button>Photos</button></div>
    <form><button type="submit">Send</button></form>
  </main>`;
  disconnect = connectToConsole(document.querySelector("main")!, parent, "Edit this");
});
afterEach(() => {
  disconnect();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const sent = () => vi.mocked(parent.postMessage).mock.calls;
const click = (selector: string) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  document.querySelector(selector)!.dispatchEvent(event);
  return event;
};
const receive = (data: unknown, source: unknown = parent, origin = location.origin) =>
  dispatchEvent(
    Object.defineProperty(new MessageEvent("message", { data, origin }), "source", { value: source }),
  );

// R471
test("the console learns that the page is shown and which part is chosen, by pointer and keyboard", () => {
  expect(sent()).toEqual([[{ preview: "ready" }, location.origin]]);
  click("h1");
  const heading = document.querySelector<HTMLElement>("h1")!;
  expect([heading.tabIndex, heading.title]).toEqual([0, "Edit this"]);
  heading.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  expect(sent().slice(1)).toEqual([
    [{ preview: "field", field: "name" }, location.origin],
    [{ preview: "field", field: "name" }, location.origin],
  ]);
});

// R471
test("links and forms do nothing, and buttons keep their function", () => {
  const follow = vi.fn();
  document.querySelector("a")!.addEventListener("click", follow);
  expect(click("a").defaultPrevented).toBe(true);
  expect(follow).not.toHaveBeenCalled();
  expect(sent().at(-1)).toEqual([{ preview: "field", field: "website" }, location.origin]);
  const count = sent().length;
  expect(click("div button").defaultPrevented).toBe(false);
  expect(sent()).toHaveLength(count);
  const submit = new Event("submit", { bubbles: true, cancelable: true });
  document.querySelector("form")!.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
});

// R469
test("only the console scrolls the page", () => {
  const other = { postMessage: vi.fn() };
  for (const [data, source, origin] of [
    [{ preview: "scroll", top: 300 }, other, location.origin],
    [{ preview: "scroll", top: 300 }, parent, "https://evil.example"],
    [{ preview: "scroll", top: "300" }, parent, location.origin],
    ["scroll", parent, location.origin],
  ] as const)
    receive(data, source, origin);
  expect(scrollTo).not.toHaveBeenCalled();
  receive({ preview: "scroll", top: 300 });
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 300, behavior: "instant" });
});
