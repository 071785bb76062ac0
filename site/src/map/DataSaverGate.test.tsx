// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DataSaverGate } from "./DataSaverGate";

function renderGate({ saveData = false, reducedData = false }) {
  vi.stubGlobal(
    "navigator",
    Object.assign(new EventTarget(), { connection: Object.assign(new EventTarget(), { saveData }) }),
  );
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: reducedData && query.includes("reduced-data"),
  }));
  render(<DataSaverGate>the map</DataSaverGate>);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// R215
describe("DataSaverGate", () => {
  it("shows the map at once", () => {
    renderGate({});
    expect(screen.getByText("the map")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it.each([{ saveData: true }, { reducedData: true }])(
    "shows the map on request if the browser saves data: %o",
    (device) => {
      renderGate(device);
      expect(screen.queryByText("the map")).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Show the map (about 0.5 MB)" }));
      expect(screen.getByText("the map")).toBeTruthy();
    },
  );
});
