import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MapBox } from "../src/map/MapBox";

afterEach(() => vi.unstubAllGlobals());

it("a map is loaded when its frame comes near the window, not before", () => {
  let report: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: IntersectionObserverCallback) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<MapBox height={320}>the map</MapBox>);
  expect(screen.queryByText("the map")).toBeNull();
  expect(screen.getByRole("status").textContent).toContain("map");
  act(() => report([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver));
  expect(screen.getByText("the map")).toBeDefined();
});
