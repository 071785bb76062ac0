// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IncrementalList } from "./IncrementalList";

/** The gaps that are watched, and how to bring one near. */
let watched: Map<Element, () => void>;
beforeEach(() => {
  watched = new Map();
  class Watcher {
    constructor(private tell: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = (element: Element) => watched.set(element, () => this.tell([{ isIntersecting: true }]));
    disconnect = () => {};
  }
  vi.stubGlobal("IntersectionObserver", Watcher);
});
afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const many = (count: number) => Array.from({ length: count }, (_, at) => `item ${at}`);
function List({ items, ...props }: { items: string[]; sought?: number; soon?: number }) {
  return (
    <ul>
      <IncrementalList
        items={items}
        atOnce={200}
        {...props}
        gapClass="gap"
        draw={(item, at) => (
          <li key={item} aria-posinset={at + 1}>
            {item}
          </li>
        )}
      />
    </ul>
  );
}
const drawn = () => [...document.querySelectorAll("[aria-posinset]")].map((item) => item.textContent);
const gaps = () => [...document.querySelectorAll<HTMLElement>(".gap")];

test("a list that is not longer than what is drawn at once has no gap", () => {
  render(<List items={many(200)} />);
  expect(drawn()).toEqual(many(200));
  expect(gaps()).toEqual([]);
});

test("what is far away is a gap of its size, and is drawn when it comes near", () => {
  render(<List items={many(330)} />);
  expect(drawn()).toEqual(many(200));
  expect(gaps().map((gap) => gap.style.getPropertyValue("--count"))).toEqual(["50", "50", "30"]);
  act(() => watched.get(gaps()[1]!)!());
  expect(drawn()).toEqual([...many(200), ...many(300).slice(250)]);
  expect(screen.getByText("item 299").getAttribute("aria-posinset")).toBe("300");
  expect(gaps()).toHaveLength(2);
});

test("what is sought is drawn wherever it stands, and stays", () => {
  const { rerender } = render(<List items={many(330)} sought={329} />);
  expect(screen.getByText("item 329")).toBeTruthy();
  rerender(<List items={many(330)} />);
  expect(screen.getByText("item 329")).toBeTruthy();
  expect(gaps()).toHaveLength(2);
});

test("a list that grows keeps what is drawn", () => {
  const { rerender } = render(<List items={many(200)} />);
  rerender(<List items={many(250)} />);
  expect(drawn()).toEqual(many(200));
  expect(gaps()).toHaveLength(1);
});

test("what is wanted soon is drawn a portion at a time, each when the browser is idle", () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  vi.stubGlobal("cancelIdleCallback", () => {});
  render(<List items={many(400)} soon={300} />);
  for (const count of [200, 250, 300]) {
    expect(drawn()).toEqual(many(count));
    act(() => idle.shift()?.());
  }
  expect(drawn()).toEqual(many(300));
  expect(idle).toEqual([]);
});
