import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { AlertResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { AddAlert } from "../src/alerts/AddAlert";
import AlertList from "../src/alerts/AlertList";
import { targetOf, textFor, toRequest, toText } from "../src/alerts/shape";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/alerts";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  placesNamed: async () => [],
  resources: {},
}));
vi.mock("../src/resources/alerts", () => ({ endAlert: vi.fn() }));
const api = vi.mocked(calls);

const ALERT: AlertResponse = {
  id: 3,
  version: 1,
  uuid: "0198c6a1-f0e2-7d4c-b1a2-9c1e5a7d3f11",
  level: "closed",
  scope: "places",
  state: "current",
  text: "Closed after the flood.",
  source: "National park",
  sourceUrl: null,
  startsAt: "2026-11-21T08:00:00.000Z",
  endsAt: null,
  placeIds: [7, 8, 9],
  placeNames: ["Hang Én", "Dark Cave"],
  categoryId: null,
  categoryName: null,
  accountId: "linh",
  accountName: "Linh Tran",
  createdAt: "2026-11-21T08:00:00.000Z",
  updatedAt: "2026-11-21T08:00:00.000Z",
};
const ADMIN = { uid: "linh", role: "admin", isActive: true };

beforeEach(() => vi.clearAllMocks());

function show(element: React.ReactNode, more: Partial<DataProvider> = {}) {
  const data = { getList: async () => ({ data: [ALERT], total: 1 }), ...more } as unknown as DataProvider;
  const auth = {
    getPermissions: async () => ADMIN,
    checkAuth: async () => {},
    checkError: async () => {},
  } as unknown as AuthProvider;
  const page = (
    <CoreAdminContext
      dataProvider={data}
      authProvider={auth}
      store={memoryStore()}
      queryClient={new QueryClient()}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        {element}
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "/alerts/*", element: page }], { initialEntries: ["/alerts"] });
  render(<RouterProvider router={router} />);
}

// R490
it("the list names what each alert is about, and ends it", async () => {
  api.endAlert.mockResolvedValue({ ...ALERT, state: "ended" });
  show(<AlertList />);
  const rows = within(await screen.findByRole("list", { name: "Current" })).getAllByRole("listitem");
  expect(rows[0]!.textContent).toContain("ClosedHang Én, Dark Cave and 1 moreClosed after the flood.");
  expect(rows[0]!.textContent).toContain("no end · source: National park · added by Linh Tran");
  fireEvent.click(screen.getByRole("button", { name: "End now: Hang Én, Dark Cave and 1 more" }));
  await screen.findByText("Alert ended");
  expect(api.endAlert).toHaveBeenCalledExactlyOnceWith(3);
});

// R490
it("a place is closed with two presses", async () => {
  const create = vi.fn(async () => ({ data: ALERT }));
  show(<AddAlert places={[{ id: 7, name: "Hang Én" }]} />, { create } as never);
  fireEvent.click(await screen.findByRole("button", { name: "Add alert" }));
  fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(create).toHaveBeenCalledWith(
    "alerts",
    expect.objectContaining({
      data: expect.objectContaining({
        level: "closed",
        scope: "places",
        placeIds: [7],
        text: "Closed until further notice.",
        endsAt: null,
      }) as object,
    }),
  );
  await screen.findByText("Alert published");
});

it("a suggested text follows the level, and a typed one stays", () => {
  const closed = toText().text;
  expect(textFor("danger", "closed", closed)).toBe(toText({ level: "danger" }).text);
  expect(textFor("danger", "closed", "The bridge is gone.")).toBe("The bridge is gone.");
});

it("only the target of the scope is sent", () => {
  const text = { ...toText(ALERT), scope: "guide" as const, categoryId: 4 };
  expect(toRequest(text)).toMatchObject({ scope: "guide", placeIds: [], categoryId: null });
  expect(toRequest({ ...text, scope: "category" })).toMatchObject({ placeIds: [], categoryId: 4 });
  expect(targetOf({ ...ALERT, scope: "category", categoryName: null })).toBe("Category: deleted");
});
