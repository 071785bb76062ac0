import { readFileSync } from "node:fs";
import type { City } from "@karst/client";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { Outcome } from "../src/form/useRecordForm";
import { PageForm } from "../src/pages/PageForm";
import { toText } from "../src/pages/shape";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", async (original) => ({
  ...(await original<object>()),
  settings: async () => ({ brand: "Test Guide" }),
}));

const { gettingHere } = JSON.parse(readFileSync("../cms/seeds/pages.json", "utf8"));
// A small form, because jsdom is slow to draw it.
const start = toText("getting-here", {
  ...gettingHere,
  cities: [5, 3, 1].map((at) => ({
    ...gettingHere.cities[at],
    // Prices in the second option only.
    options: gettingHere.cities[at].options
      .slice(0, 2)
      .map((option: object, at: number) => (at === 0 ? { ...option, prices: [] } : option)),
  })),
  tips: [],
  around: [],
});
const save = vi.fn<(form: object) => Promise<Outcome>>(async () => ({ isSaved: true }));

function show() {
  const form = <PageForm name="getting-here" start={start} save={save} />;
  const page = (
    <CoreAdminContext store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{form}</ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
}

const input = (name: string) => document.getElementsByName(name)[0] as HTMLInputElement;
const fold = (name: string, at = 0) => screen.getAllByLabelText(name, { selector: "[role=group]" })[at]!;
const headOf = (group: HTMLElement) => group.querySelector<HTMLElement>("[aria-expanded]")!;
const head = (number: number) => headOf(fold(`City ${number}`));
const openCities = () => [1, 2, 3].filter((number) => head(number).ariaExpanded === "true");
const press = (label: string) => fireEvent.click(screen.getByLabelText(label, { selector: "button" }));
const announced = (text: string) => expect(screen.getByText(text).role).toBe("status");

describe("the cities of Getting Here", () => {
  it("are folded under a summary, and one is open at a time", () => {
    show();
    expect(head(2).textContent).toContain("Hue: 2 options, 220 km");
    fireEvent.click(head(2));
    fireEvent.change(input("cities.1.distanceKm"), { target: { value: "225" } });
    expect(head(2).textContent).toContain("Hue: 2 options, 225 km");
    fireEvent.click(head(3));
    expect(openCities()).toEqual([3]);
    expect(input("cities.1.distanceKm").value).toBe("225");
    expect(input("cities.1.distanceKm").closest("[hidden]")?.getAttribute("hidden")).toBe("until-found");
  });

  it("open when the browser finds a text inside", () => {
    show();
    const option = fold("Option 2", 1);
    act(() => {
      option.dispatchEvent(new Event("beforematch", { bubbles: true }));
    });
    expect(openCities()).toEqual([2]);
    expect(headOf(option).ariaExpanded).toBe("true");
  });

  it("open at an invalid field, which gets the focus, and say so in their summary", async () => {
    show();
    fireEvent.change(input("cities.2.options.1.duration"), { target: { value: " " } });
    fireEvent.click(head(1));
    fireEvent.click(screen.getByText("Save changes"));
    await waitFor(() => expect(document.activeElement).toBe(input("cities.2.options.1.duration")));
    expect(openCities()).toEqual([3]);
    expect(head(3).textContent).toContain("One field needs your attention");
    expect(save).not.toHaveBeenCalled();
  });

  // R571
  it("have options with the prices that a place has", async () => {
    show();
    fireEvent.change(input("cities.0.options.1.prices.0.amount"), { target: { value: "450000" } });
    fireEvent.change(input("cities.0.options.1.prices.0.amountTo"), { target: { value: "500000" } });
    expect(headOf(fold("Option 2")).textContent).toContain("450,000–500,000 VND");
    fireEvent.click(screen.getByText("Save changes"));
    await waitFor(() => expect(save).toHaveBeenCalled());
    const { cities } = save.mock.lastCall![0] as { cities: City[] };
    const price = { label: null, currency: "VND", per: "vehicle", audience: "everyone", checkedAt: "2014" };
    expect(cities[0]!.options[1]!.prices).toEqual([{ ...price, amount: 450000, amountTo: 500000 }]);
    save.mockClear();
  });

  it("keep the focus and announce the change when they are added, moved and removed", async () => {
    show();
    const names = () =>
      screen.getAllByText(/options?, \d+ km$/).map((line) => line.textContent!.split(":")[0]);
    fireEvent.click(head(3));
    press("Move City 3 up");
    announced("City 3 moved to position 2 of 3");
    expect(openCities()).toEqual([2]);
    press("Move City 2 up");
    expect(names()).toEqual(["Da Nang", "Dong Hoi", "Hue"]);
    expect(openCities()).toEqual([1]);
    expect(document.activeElement).toBe(head(1));

    press("Remove City 2");
    announced("City 2 removed, 2 left");
    expect(names()).toEqual(["Da Nang", "Hue"]);
    expect(document.activeElement).toBe(head(2));

    fireEvent.click(screen.getByText("Add city"));
    announced("City 3 added");
    expect(openCities()).toEqual([3]);
    await waitFor(() => expect(document.activeElement).toBe(input("cities.2.name")));
    expect(headOf(within(fold("City 3")).getByLabelText("Option 1")).ariaExpanded).toBe("true");
  });
});
