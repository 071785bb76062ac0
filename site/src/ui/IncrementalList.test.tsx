// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IncrementalList } from "./IncrementalList";

/** The observed placeholders, each with a function that makes it intersect. */
let observed: Map<Element, () => void>;
beforeEach(() => {
  observed = new Map();
  class ObserverMock {
    constructor(private notify: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = (element: Element) => observed.set(element, () => this.notify([{ isIntersecting: true }]));
    disconnect = () => {};
  }
  vi.stubGlobal("IntersectionObserver", ObserverMock);
});
afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const makeItems = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
function List({ items, ...props }: { items: string[]; revealIndex?: number; idleCount?: number }) {
  return (
    <ul>
      <IncrementalList
        items={items}
        initialCount={200}
        {...props}
        placeholderClass="placeholder"
        renderItem={(item, index) => (
          <li key={item} aria-posinset={index + 1}>
            {item}
          </li>
        )}
      />
    </ul>
  );
}
const renderedItems = () => [...document.querySelectorAll("[aria-posinset]")].map((item) => item.textContent);
const placeholders = () => [...document.querySelectorAll<HTMLElement>(".placeholder")];

test("a list of the initial count has no placeholder", () => {
  render(<List items={makeItems(200)} />);
  expect(renderedItems()).toEqual(makeItems(200));
  expect(placeholders()).toEqual([]);
});

test("a chunk is a placeholder of its size until it comes near", () => {
  render(<List items={makeItems(330)} />);
  expect(renderedItems()).toEqual(makeItems(200));
  expect(placeholders().map((element) => element.style.getPropertyValue("--count"))).toEqual([
    "50",
    "50",
    "30",
  ]);
  act(() => observed.get(placeholders()[1]!)!());
  expect(renderedItems()).toEqual([...makeItems(200), ...makeItems(300).slice(250)]);
  expect(screen.getByText("item 299").getAttribute("aria-posinset")).toBe("300");
  expect(placeholders()).toHaveLength(2);
});

test("the item at `revealIndex` is rendered and stays", () => {
  const { rerender } = render(<List items={makeItems(330)} revealIndex={329} />);
  expect(screen.getByText("item 329")).toBeTruthy();
  rerender(<List items={makeItems(330)} />);
  expect(screen.getByText("item 329")).toBeTruthy();
  expect(placeholders()).toHaveLength(2);
});

test("a list that grows keeps its rendered items", () => {
  const { rerender } = render(<List items={makeItems(200)} />);
  rerender(<List items={makeItems(250)} />);
  expect(renderedItems()).toEqual(makeItems(200));
  expect(placeholders()).toHaveLength(1);
});

test("items up to `idleCount` are rendered chunk by chunk while the browser is idle", () => {
  const idleCallbacks: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => idleCallbacks.push(callback));
  vi.stubGlobal("cancelIdleCallback", () => {});
  render(<List items={makeItems(400)} idleCount={300} />);
  for (const count of [200, 250, 300]) {
    expect(renderedItems()).toEqual(makeItems(count));
    act(() => idleCallbacks.shift()?.());
  }
  expect(renderedItems()).toEqual(makeItems(300));
  expect(idleCallbacks).toEqual([]);
});
