import { createTheme, ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { karst } from "../src/api";
import BusinessList from "../src/businesses/BusinessList";
import { resources } from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount, aUser } from "./things";

vi.mock("../src/api", () => ({ karst: { GET: vi.fn(), POST: vi.fn() }, session: {} }));
vi.mock("../src/resources/drafts", () => ({
  allDrafts: async () => [],
  idsWithDraft: async () => undefined,
}));

const asked = vi.fn<(filter: object) => void>();
let places = [aPlace()];
const dataProvider = {
  getList: async (name: string, { filter }: { filter: object }) => {
    if (name === "users") return { data: [aUser()], total: 1 };
    if (name !== "businesses") return { data: [], total: 0 };
    asked(filter);
    return { data: places, total: places.length };
  },
  getOne: async (_: string, { id }: { id: string }) => ({ data: aUser({ id }) }),
} as unknown as DataProvider;

function show(path = "/businesses", store = memoryStore()) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (
    <CoreAdminContext {...{ authProvider, dataProvider, queryClient, store }}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <BusinessList />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
}

beforeEach(() => {
  vi.clearAllMocks();
  places = [aPlace()];
});

describe("the filters of places", () => {
  it("include the status, missing facts and the owner", async () => {
    show();
    fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Status" }));
    fireEvent.click(screen.getByRole("option", { name: "Inactive" }));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ active: false }));
    fireEvent.mouseDown(screen.getByRole("combobox", { name: "Missing" }));
    fireEvent.click(screen.getByRole("option", { name: "Opening hours" }));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith({ active: false, missing: "hours" }));
    fireEvent.change(screen.getByRole("combobox", { name: "Owner" }), { target: { value: "linh" } });
    fireEvent.click(await screen.findByRole("option", { name: /linh@example\.org/ }));
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith({ active: false, missing: "hours", ownerId: aUser().id }),
    );
  });

  it("are those of the API", async () => {
    const get = vi.mocked(karst.GET as (path: string, init: { params: { query: object } }) => unknown);
    const headers = new Headers({ "X-Total-Count": "20000" });
    get.mockImplementation(async () => ({ data: [aPlace()], response: { headers } }));
    const filter = { ownerId: "u9", missing: "hours", active: false };
    const { total } = await resources.businesses.list({ limit: 25, offset: 50, sort: "name", filter });
    expect(total).toBe(20_000);
    expect(get).toHaveBeenCalledTimes(1);
    expect(get.mock.lastCall![1].params.query).toMatchObject({ ...filter, limit: 25, offset: 50 });
  });
});

describe("the selection of places", () => {
  it("does not come from react-admin's store, which a reload and other tabs share", async () => {
    const store = memoryStore({ "businesses.selectedIds": [aPlace().id] });
    show("/businesses", store);
    const box = await screen.findByRole("checkbox", { name: "Select Hang En" });
    expect(box).toHaveProperty("checked", false);
    fireEvent.click(box);
    await waitFor(() => expect(box).toHaveProperty("checked", true));
    expect(screen.getByRole("group", { name: "Bulk actions" }).textContent).toContain("1 selected");
    expect(store.getItem("businesses.selectedIds")).toEqual([aPlace().id]);
  });
});

describe("a place that waits for approval", () => {
  it("is approved in one click, and the focus moves to the next one", async () => {
    const waiting = (id: number, name: string) => aPlace({ id, name, isActive: false });
    places = [waiting(1, "One"), waiting(2, "Two"), aPlace({ id: 3, name: "Live" })];
    vi.mocked(karst.POST as () => unknown).mockImplementation(async () => {
      places = places.map((place) => (place.id === 1 ? { ...place, isActive: true } : place));
      const data = { changedIds: [1], undoId: 4, canUndoUntil: "2026-11-28T10:00:00.000Z" };
      return { data, response: new Response() };
    });
    show();
    const button = await screen.findByRole("button", { name: "Approve One" });
    expect(screen.queryByRole("button", { name: "Approve Live" })).toBeNull();
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve One" })).toBeNull());
    expect(karst.POST).toHaveBeenCalledWith("/api/admin/businesses/bulk", {
      body: { ids: [1], isActive: true },
    });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Approve Two" })),
    );
  });

  it("keeps the focus where it is if the approval fails", async () => {
    places = [aPlace({ isActive: false })];
    vi.mocked(karst.POST as () => unknown).mockRejectedValue(new TypeError("Failed to fetch"));
    show();
    const button = await screen.findByRole("button", { name: "Approve Hang En" });
    act(() => button.focus());
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
    expect(document.activeElement).toBe(button);
  });

  it("does not take the focus from where it was moved meanwhile", async () => {
    places = [aPlace({ id: 1, isActive: false }), aPlace({ id: 2, name: "Two", isActive: false })];
    let respond = () => {};
    vi.mocked(karst.POST as () => unknown).mockImplementation(async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      places = places.slice(1);
      return { data: { changedIds: [1], undoId: 4 }, response: new Response() };
    });
    show();
    const button = await screen.findByRole("button", { name: "Approve Hang En" });
    act(() => button.focus());
    fireEvent.click(button);
    act(() => screen.getByLabelText("Search by name").focus());
    respond();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve Hang En" })).toBeNull());
    await act(async () => {});
    expect(document.activeElement).toBe(screen.getByLabelText("Search by name"));
  });

  it("needs no approval without an owner", async () => {
    places = [aPlace({ isActive: false, ownerId: null })];
    show();
    await screen.findByRole("link", { name: "Hang En" });
    expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  });
});
