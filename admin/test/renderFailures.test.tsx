import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { RenderFailure } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext, HttpError, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { RenderFailures } from "../src/overview/RenderFailures";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  renderFailures: vi.fn(),
}));

const PLACE: RenderFailure = {
  path: "/places/dark-cave",
  kind: "place",
  id: "7",
  name: "Dark Cave",
  reason: "The renderer returned 500",
  since: "2026-07-05T09:22:00.000Z",
};
const LIST: RenderFailure = { ...PLACE, path: "/explore", kind: null, id: null, name: null };

function show() {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = (
    <CoreAdminContext dataProvider={{} as DataProvider} authProvider={auth} queryClient={queryClient}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <RenderFailures />
        <p>rest</p>
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

describe("pages that could not be updated", () => {
  it("are listed with the record to correct and the reason", async () => {
    vi.mocked(api.renderFailures).mockResolvedValue([LIST, PLACE]);
    show();
    expect(await screen.findByRole("heading", { name: "2 pages could not be updated" })).toBeTruthy();
    const link = screen.getByRole("link", { name: "Dark Cave" });
    expect(link.getAttribute("href")).toBe("/businesses/7");
    expect(link.closest("li")!.textContent).toContain("The renderer returned 500, since Jul 5");
    expect(screen.getAllByRole("listitem")[0]!.textContent).toContain("/explore: ");
  });

  it("are listed up to ten, and the rest counted", async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ ...PLACE, path: `/places/${n}` }));
    vi.mocked(api.renderFailures).mockResolvedValue(many);
    show();
    await screen.findByRole("heading", { name: "12 pages could not be updated" });
    expect(
      screen
        .getAllByRole("listitem")
        .map((item) => item.textContent)
        .at(-1),
    ).toBe("2 more");
  });

  it("are not mentioned where every page renders", async () => {
    vi.mocked(api.renderFailures).mockResolvedValue([]);
    show();
    await screen.findByText("rest");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("are asked for again where they could not be loaded", async () => {
    vi.mocked(api.renderFailures).mockRejectedValueOnce(new HttpError("The list rests.", 503));
    vi.mocked(api.renderFailures).mockResolvedValueOnce([PLACE]);
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "1 page could not be updated" })).toBeTruthy();
  });
});
