// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UnlessSparing } from "./DataSaverGate";

function traveller({ saveData = false, reduced = false }) {
  vi.stubGlobal(
    "navigator",
    Object.assign(new EventTarget(), { connection: Object.assign(new EventTarget(), { saveData }) }),
  );
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: reduced && query.includes("reduced-data") }));
  render(<UnlessSparing>the map</UnlessSparing>);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("B15: a map", () => {
  it("is there at once", () => {
    traveller({});
    expect(screen.getByText("the map")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it.each([{ saveData: true }, { reduced: true }])("waits for a wish where data is spared: %o", (device) => {
    traveller(device);
    expect(screen.queryByText("the map")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show the map (about 0.5 MB)" }));
    expect(screen.getByText("the map")).toBeTruthy();
  });
});
