import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** The labels of a field. jsdom's own property walks through the whole document for each field. */
function labels(this: HTMLElement): HTMLLabelElement[] {
  const all = [...this.ownerDocument.getElementsByTagName("label")];
  return all.filter((label) => (label.htmlFor ? label.htmlFor === this.id : label.contains(this)));
}
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, "labels", { get: labels });

// A search by role in a long form takes seconds on a busy machine, far longer than the wait for a change.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
