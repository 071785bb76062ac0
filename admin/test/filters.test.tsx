import { createTheme, ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import {
  CoreAdminContext,
  memoryStore,
  type AuthProvider,
  type DataProvider,
  type GetListParams,
} from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import BusinessList from "../src/businesses/BusinessList";
import { i18nProvider } from "../src/i18nProvider";
import { Toasts } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount } from "./things";

vi.mock("../src/api", () => ({ karst: {}, session: {} }));
vi.mock("../src/resources/drafts", () => ({
  allDrafts: async () => [],
  idsWithDraft: async () => undefined,
}));

const VIEWS = "u1.businesses.savedQueries";
const DEBOUNCE_MS = 300;

const getList = vi.fn(async (resource: string, _: GetListParams) =>
  resource === "businesses" ? { data: [aPlace()], total: 60 } : { data: [], total: 0 },
);
const lastQuery = () => getList.mock.calls.filter(([resource]) => resource === "businesses").at(-1)?.[1];

async function show(search = "", store = memoryStore()) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const dataProvider = { getList } as unknown as DataProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (
    <CoreAdminContext {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <BusinessList />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], {
    initialEntries: [`/businesses${search}`],
  });
  render(<RouterProvider router={router} />);
  // The permissions are known.
  await screen.findByRole("tab", { name: "Trash" });
  return router;
}

const filtered = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const searchBox = () => screen.findByRole<HTMLInputElement>("searchbox", { name: "Search by name" });
const rest = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

describe("the filters of a list", () => {
  it("begin with those of the address, and are focused by /", async () => {
    await show(filtered({ q: "en", active: false, missing: "hours", premium: true }));
    const box = await searchBox();
    expect(box.value).toBe("en");
    expect(screen.getByRole("combobox", { name: "Status" }).textContent).toBe("Inactive");
    expect(screen.getByRole("combobox", { name: "Missing" }).textContent).toBe("Opening hours");
    expect(screen.getByRole("button", { name: "Premium" }).getAttribute("aria-pressed")).toBe("true");
    fireEvent.keyDown(document.body, { key: "/" });
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it("have a blank choice that is called what it shows", async () => {
    await show();
    fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Status" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toContain(
      "Active and inactive",
    );
    expect(screen.getByRole("option", { name: "Active and inactive" })).toBeTruthy();
  });

  it("go to the first page when they change, but not when the change is taken back", async () => {
    const router = await show("?page=2&perPage=25");
    const box = await searchBox();
    await waitFor(() => expect(lastQuery()?.pagination).toEqual({ page: 2, perPage: 25 }));
    fireEvent.change(box, { target: { value: "e" } });
    fireEvent.change(box, { target: { value: "" } });
    await rest(DEBOUNCE_MS * 2);
    expect(router.state.location.search).toBe("?page=2&perPage=25");
    // FilterLiveForm ignores one change from elsewhere after that.
    await act(() => router.navigate(`/businesses${filtered({ q: "dark" })}`));
    await waitFor(() => expect(box.value).toBe("dark"));
    fireEvent.change(box, { target: { value: "dark cave" } });
    await waitFor(() => expect(lastQuery()?.filter).toEqual({ q: "dark cave" }));
    expect(lastQuery()?.pagination?.page).toBe(1);
  });

  it("of places that wait for approval are two of the API's", async () => {
    await show();
    fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Status" }));
    fireEvent.click(screen.getByRole("option", { name: "Waiting for approval" }));
    await waitFor(() => expect(lastQuery()?.filter).toEqual({ active: false, ownerId: "any" }));
    fireEvent.mouseDown(screen.getByRole("combobox", { name: "Status" }));
    fireEvent.click(screen.getByRole("option", { name: "Active" }));
    await waitFor(() => expect(lastQuery()?.filter).toEqual({ active: true }));
  });

  it("show that only places are listed that wait for approval", async () => {
    await show(filtered({ active: false, ownerId: "any" }));
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Status" }).textContent).toBe("Waiting for approval"),
    );
    expect(screen.getByRole("combobox", { name: "Owner" })).toHaveProperty("value", "");
  });
});

describe("a saved view", () => {
  const view = {
    label: "Closed",
    value: { filter: { active: false }, sort: { field: "updatedAt", order: "DESC" }, perPage: 50 },
  };

  it("keeps filters, order and page size of this account under a name", async () => {
    const store = memoryStore();
    await show(`${filtered({ active: false })}&sort=updatedAt&order=DESC&perPage=50&page=2`, store);
    fireEvent.click(await screen.findByRole("button", { name: "Save this view" }));
    const dialog = screen.getByRole("dialog", { name: "Save this view" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(within(dialog).getByRole("alert").textContent).toBe("Enter a name");
    fireEvent.change(within(dialog).getByRole("textbox", { name: /^Name/ }), {
      target: { value: " Closed " },
    });
    fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(store.getItem(VIEWS)).toEqual([view]));
    const choice = await screen.findByRole("combobox", { name: "Saved view", hidden: true });
    expect(choice.textContent).toBe("Closed");
  });

  it("is shown again, with its filters in the inputs", async () => {
    await show(filtered({ q: "en" }), memoryStore({ [VIEWS]: [view] }));
    const choice = await screen.findByRole("combobox", { name: "Saved view" });
    expect(choice.textContent).toBe("Choose a view");
    fireEvent.mouseDown(choice);
    fireEvent.click(screen.getByRole("option", { name: "Closed" }));
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        filter: { active: false },
        sort: view.value.sort,
        pagination: { page: 1, perPage: 50 },
      }),
    );
    expect((await searchBox()).value).toBe("");
    expect(screen.getByRole("combobox", { name: "Status" }).textContent).toBe("Inactive");
    expect(choice.textContent).toBe("Closed");
  });

  it("is deleted, and restored by Undo", async () => {
    const store = memoryStore({ [VIEWS]: [view] });
    await show(`${filtered({ active: false })}&sort=updatedAt&order=DESC&perPage=50&page=1`, store);
    fireEvent.click(await screen.findByRole("button", { name: "Delete this view" }));
    await waitFor(() => expect(store.getItem(VIEWS)).toEqual([]));
    expect(screen.queryByRole("combobox", { name: "Saved view" })).toBeNull();
    expect(await screen.findByText("View “Closed” deleted")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(store.getItem(VIEWS)).toEqual([view]));
  });
});

describe("the table of places", () => {
  beforeEach(() => {
    const list = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} };
    vi.stubGlobal("matchMedia", (media: string) => ({ ...list, media, matches: /min-width/.test(media) }));
  });

  it("hides and shows columns", async () => {
    const store = memoryStore();
    await show("", store);
    expect(await screen.findByRole("columnheader", { name: "Category" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Columns" }));
    const item = screen.getByRole("menuitemcheckbox", { name: "Category" });
    expect(item.getAttribute("aria-checked")).toBe("true");
    fireEvent.click(item);
    expect(item.getAttribute("aria-checked")).toBe("false");
    expect(screen.queryByRole("columnheader", { name: "Category", hidden: true })).toBeNull();
    expect(store.getItem("businesses.datatable")).toEqual(["category"]);
    fireEvent.click(item);
    expect(screen.getByRole("columnheader", { name: "Category", hidden: true })).toBeTruthy();
  });

  it("says what it is sorted by; a first click on a date sorts by the newest", async () => {
    await show();
    const name = await screen.findByRole("columnheader", { name: "Name" });
    expect(name.getAttribute("aria-sort")).toBe("ascending");
    expect(screen.getAllByRole("cell").filter((cell) => cell.hasAttribute("aria-sort"))).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Updated" }));
    const updated = screen.getByRole("columnheader", { name: "Updated" });
    await waitFor(() => expect(updated.getAttribute("aria-sort")).toBe("descending"));
    expect(name.getAttribute("aria-sort")).toBeNull();
    expect(lastQuery()?.sort).toEqual({ field: "updatedAt", order: "DESC" });
  });

  it("names each checkbox by its place and marks selected rows", async () => {
    await show();
    const box = await screen.findByRole("checkbox", { name: "Select Hang En" });
    const all = screen.getByRole("checkbox", { name: "Select all on this page" });
    fireEvent.click(box);
    await waitFor(() => expect(box).toHaveProperty("checked", true));
    expect(all).toHaveProperty("checked", true);
    fireEvent.click(all);
    await waitFor(() => expect(box).toHaveProperty("checked", false));
  });
});
