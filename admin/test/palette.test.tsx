import { createTheme, ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { matches } from "../src/palette/options";
import { Palette } from "../src/palette/Palette";
import { palette } from "../src/palette/palette";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  placesNamed: vi.fn(),
}));

const getList = vi.fn<(name: string, params: { filter: Record<string, unknown> }) => Promise<unknown>>();
const data = {
  getList,
  getOne: async (_: string, { id }: { id: string }) => {
    if (id === "404") throw new HttpError("Missing", 404);
    return { data: aPlace({ id: 7, name: "Hang En" }) };
  },
} as unknown as DataProvider;

function show({ account = anAccount(), path = "/", store = memoryStore() } = {}) {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const element = (
    <CoreAdminContext dataProvider={data} authProvider={auth} queryClient={queryClient} store={store}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <div contentEditable="true" tabIndex={0} aria-label="Rich text" suppressContentEditableWarning />
        <Palette />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

const openByKey = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "k", ctrlKey: true });

async function openPalette() {
  // The console shows nothing before the account is known.
  await act(async () => {});
  openByKey();
  return screen.findByRole("combobox");
}

const names = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

function chosen() {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.textContent : undefined;
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

beforeEach(() => {
  getList.mockReset().mockResolvedValue({ data: [], total: 0 });
  vi.mocked(api.placesNamed).mockReset().mockResolvedValue([]);
});
afterEach(() => act(() => palette.set(false)));

describe("the command palette", () => {
  it("finds each word at the start of a word, regardless of diacritics", () => {
    expect(matches("đong pho", "Động Phong Nha".normalize("NFD"))).toBe(true);
    expect(matches("nha dong", "Dong Phong Nha")).toBe(true);
    expect(matches("hong", "Dong Phong Nha")).toBe(false);
  });

  it("opens by Ctrl+K, but not in rich text, and closes by Escape", async () => {
    show();
    screen.getByLabelText("Rich text").focus();
    openByKey();
    expect(screen.queryByRole("dialog")).toBeNull();
    screen.getByLabelText("Rich text").blur();
    const input = await openPalette();
    expect(screen.getByRole("dialog", { name: "Search" })).toBeTruthy();
    expect(document.activeElement).toBe(input);
    fireEvent.keyDown(input, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("moves by arrows, Home and End, and goes where Enter leads", async () => {
    const router = show();
    const input = await openPalette();
    await screen.findByRole("option", { name: "Settings" });
    expect(chosen()).toBe("Add Business");
    fireEvent.keyDown(input, { key: "ArrowDown" });
    expect(chosen()).toBe("Add Article");
    fireEvent.keyDown(input, { key: "End" });
    expect(chosen()).toBe("Your account");
    fireEvent.keyDown(input, { key: "Home" });
    fireEvent.keyDown(input, { key: "ArrowUp" });
    expect(chosen(), "from the first to the last").toBe("Your account");
    type(input, "invite");
    expect(names()).toEqual(["Add User"]);
    fireEvent.keyDown(input, { key: "Enter" });
    expect(router.state.location.pathname).toBe("/users/create");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("finds records of every kind, in groups, and says how many", async () => {
    vi.mocked(api.placesNamed).mockResolvedValue([{ id: 7, name: "Hang En" }]);
    getList.mockImplementation(async (name, { filter }) => {
      if (name === "guestbook" && filter.status === "spam")
        return { data: [{ id: 3, authorName: "Hang", message: "Buy now" }], total: 1 };
      return { data: [], total: 0 };
    });
    const router = show();
    type(await openPalette(), "hang");
    const place = await within(await screen.findByRole("group", { name: "Places" })).findByRole("option");
    expect(place.textContent).toBe("Hang En");
    const entry = await within(await screen.findByRole("group", { name: "Guestbook entries" })).findByRole(
      "option",
    );
    expect(entry.textContent).toBe("HangBuy now");
    await screen.findByText("2 results");
    expect(new Set(getList.mock.calls.map(([name]) => name))).toEqual(
      new Set(["articles", "guestbook", "users"]),
    );
    fireEvent.click(entry);
    expect(router.state.location.pathname).toBe("/guestbook/3");
  });

  it("never shows the late answer of an older text", async () => {
    let answerFirst: (found: { id: number; name: string }[]) => void = () => {};
    vi.mocked(api.placesNamed).mockImplementation((q) =>
      q === "ha"
        ? new Promise((resolve) => (answerFirst = resolve))
        : Promise.resolve([{ id: 8, name: "Hang Toi" }]),
    );
    show();
    const input = await openPalette();
    type(input, "ha");
    await waitFor(() => expect(api.placesNamed).toHaveBeenCalledWith("ha"));
    type(input, "hang t");
    await screen.findByRole("option", { name: "Hang Toi" });
    await act(async () => answerFirst([{ id: 7, name: "Hang En" }]));
    expect(names()).toEqual(["Hang Toi"]);
  });

  it("leads to the list of places only if its search by name finds more", async () => {
    const named = Array.from({ length: 6 }, (_, id) => ({ id, name: `Động ${id}` }));
    vi.mocked(api.placesNamed).mockResolvedValue(named);
    show();
    const input = await openPalette();
    type(input, "dong");
    expect(await screen.findByRole("option", { name: "All results in Manage Businesses" })).toBeTruthy();
    vi.mocked(api.placesNamed).mockResolvedValue(named.map((place) => ({ ...place, name: "Hang En" })));
    type(input, "cave");
    expect(await screen.findAllByRole("option", { name: "Hang En" })).toHaveLength(5);
    expect(screen.queryByRole("option", { name: /^All results/ })).toBeNull();
  });

  it("says what failed, and asks again", async () => {
    vi.mocked(api.placesNamed).mockRejectedValueOnce(new HttpError("The search rests.", 503));
    vi.mocked(api.placesNamed).mockResolvedValue([{ id: 7, name: "Hang En" }]);
    show();
    type(await openPalette(), "hang");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to search: Places.");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("option", { name: "Hang En" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows owners their own places and what they may do", async () => {
    const account = anAccount({ role: "business_owner" });
    getList.mockResolvedValue({ data: [aPlace({ id: 9, name: "Hang Va", address: null })], total: 1 });
    show({ account });
    const input = await openPalette();
    await screen.findByRole("option", { name: "Manage Businesses" });
    expect(names()).not.toContain("Add Article");
    expect(names()).not.toContain("Settings");
    type(input, "hang");
    await screen.findByRole("option", { name: "Hang Va" });
    expect(getList.mock.calls.map(([name, { filter }]) => [name, filter.ownerId])).toEqual([
      ["businesses", account.uid],
    ]);
    expect(api.placesNamed).not.toHaveBeenCalled();
  });

  it("leaves out a recent record that is gone", async () => {
    const store = memoryStore({
      "palette.recent.u1": [
        { resource: "businesses", id: "404" },
        { resource: "businesses", id: "7" },
      ],
    });
    show({ store });
    await openPalette();
    const recent = within(await screen.findByRole("group", { name: "Recent" }));
    await recent.findByRole("option", { name: /Hang En/ });
    await waitFor(() => expect(recent.getAllByRole("option")).toHaveLength(1));
  });

  it("begins with the records that were opened last", async () => {
    const store = memoryStore();
    const router = show({ path: "/businesses/7", store });
    const opened = [{ resource: "businesses", id: "7" }];
    await waitFor(() => expect(store.getItem("palette.recent.u1")).toEqual(opened));
    await act(() => router.navigate("/"));
    await openPalette();
    const recent = within(await screen.findByRole("group", { name: "Recent" }));
    fireEvent.click(await recent.findByRole("option", { name: /Hang En/ }));
    expect(router.state.location.pathname).toBe("/businesses/7");
  });
});
