import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { InvalidValue } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import InvalidValues from "../src/invalidValues/InvalidValues";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  invalidValues: vi.fn(),
}));

const ADDRESS: InvalidValue = {
  kind: "place",
  id: "7",
  name: "Dark Cave",
  field: "imageUrl",
  value: "https://example.com:99999/x.jpg",
  message: "Image URL must be a valid URL or relative path starting with /",
};
const MARKUP: InvalidValue = {
  ...ADDRESS,
  id: "8",
  field: "website",
  value: '<a href="javascript:alert(1)">here</a>',
};

function show() {
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{} as DataProvider}
        store={memoryStore()}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <InvalidValues />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

describe("values to correct", () => {
  it("are listed as text, never as links, with the record to correct and the rule", async () => {
    vi.mocked(api.invalidValues).mockResolvedValueOnce({ values: [ADDRESS, MARKUP] });
    show();
    const table = within(await screen.findByRole("table", { name: "Values to correct" }));
    const rows = table.getAllByRole("row").slice(1);
    expect(rows).toHaveLength(2);
    for (const [at, { id, value, message }] of [ADDRESS, MARKUP].entries()) {
      const row = within(rows[at]!);
      expect(row.getByRole("cell", { name: value }).textContent).toBe(value);
      expect(row.getByRole("cell", { name: message })).toBeTruthy();
      expect(row.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
        `/businesses/${id}`,
      ]);
    }
    expect(screen.getByRole("status").textContent).toBe(
      "All records have been checked. 2 values to correct.",
    );
  });

  it("are checked further when asked, until all records are checked", async () => {
    vi.mocked(api.invalidValues).mockResolvedValueOnce({ values: [], next: "c2" });
    vi.mocked(api.invalidValues).mockResolvedValueOnce({ values: [ADDRESS] });
    show();
    expect(await screen.findByText("Not all records have been checked yet.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Check more" }));
    expect(await screen.findByText("All records have been checked. 1 value to correct.")).toBeTruthy();
    expect(vi.mocked(api.invalidValues).mock.calls.at(-1)).toEqual(["c2"]);
  });
});
