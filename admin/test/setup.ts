import { StyleSheet } from "@emotion/sheet";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** The labels of a field. jsdom's own property walks through the whole document for each field. */
function labels(this: HTMLElement): HTMLLabelElement[] {
  const all = [...this.ownerDocument.getElementsByTagName("label")];
  return all.filter((label) => (label.htmlFor ? label.htmlFor === this.id : label.contains(this)));
}
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, "labels", { get: labels });

// No CSS: a search by role asks for the style of each element, and jsdom goes through all rules of MUI each time.
StyleSheet.prototype.insert = () => undefined;

// jsdom has no layout, so everything is in view.
globalThis.IntersectionObserver = class {
  constructor(private readonly report: IntersectionObserverCallback) {}
  observe(target: Element) {
    this.report([{ target, isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  disconnect() {}
} as unknown as typeof IntersectionObserver;

// A search by role in a long form takes seconds on a busy machine, far longer than the wait for a change.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
