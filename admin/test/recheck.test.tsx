import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { PlaceResponse, Stats } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import BusinessList from "../src/businesses/BusinessList";
import { RecordPanel } from "../src/businesses/RecordPanel";
import { WaitingForYou } from "../src/overview/WaitingForYou";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount, aUser } from "./things";

vi.mock("../src/resources/claims", () => ({ claimCounts: async () => ({ waiting: 0 }) }));
vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  stats: vi.fn(),
  entryCounts: async () => ({ pending: 0, approved: 0, spam: 0, rejected: 0, comments: 0 }),
  proposalCounts: async () => ({ open: 0, danger: 0, spam: 0 }),
  messageCounts: async () => ({ new: 0, read: 0, answered: 0, spam: 0, late: 0, answeredIn24h: null }),
  updatePlaces: vi.fn(async () => ({ changedIds: [7], undoId: null, canUndoUntil: null })),
  undoUpdatePlaces: vi.fn(),
  restorePlace: vi.fn(),
}));

const asked = vi.fn<(filter: Record<string, unknown>) => void>();
let places: PlaceResponse[];

const data = {
  getList: async (name: string, { filter }: { filter: Record<string, unknown> }) => {
    if (name !== "businesses") return { data: [], total: 0 };
    asked(filter);
    return { data: places, total: places.length };
  },
  getOne: async (_name: string, { id }: { id: string }) => ({
    data: aUser({ id, firstName: "Minh", lastName: "Le" }),
  }),
} as unknown as DataProvider;

function show(element: React.ReactElement, path = "/", account = anAccount()) {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const props = { dataProvider: data, authProvider: auth, queryClient };
  const page = (
    <CoreAdminContext {...props} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{element}</ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
}

beforeEach(() => {
  vi.clearAllMocks();
  places = [aPlace()];
});

describe("places that need verification", () => {
  it("are counted in the Overview, with a link to their list", async () => {
    vi.mocked(api.stats).mockResolvedValue({ rechecks: 2 } as Stats);
    show(<WaitingForYou />);
    const link = await screen.findByRole("link", { name: "2 places to verify again" });
    expect(decodeURIComponent(link.getAttribute("href")!)).toBe('/businesses?filter={"recheck":true}');
  });

  it("are not mentioned if there are none", async () => {
    vi.mocked(api.stats).mockResolvedValue({ rechecks: 0 } as Stats);
    show(<WaitingForYou />);
    expect(await screen.findByText("You're all caught up.")).toBeTruthy();
  });

  it("are not reported as none if counting failed", async () => {
    vi.mocked(api.stats).mockRejectedValue(new HttpError("The counts rest.", 503));
    show(<WaitingForYou />);
    await screen.findByText("Answered within 24 hours");
    await waitFor(() => expect(document.querySelector(".MuiSkeleton-root")).toBeNull());
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("are a filter for admins", async () => {
    show(<BusinessList />, "/businesses");
    fireEvent.click(await screen.findByRole("button", { name: "Needs verification" }));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ recheck: true })));
  });

  it("are not a filter for owners, who see why their badge was removed", async () => {
    places = [aPlace({ isVerified: false, recheckReason: "expired", checkedBy: null })];
    show(<BusinessList />, "/businesses", anAccount({ role: "business_owner" }));
    expect(await screen.findByText("Needs verification: the last check is too old")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Needs verification" })).toBeNull();
  });

  it("can be dismissed from the list, unlike other places", async () => {
    places = [aPlace({ isVerified: false, recheckReason: "changed" }), aPlace({ id: 8, name: "Hang Toi" })];
    show(<BusinessList />, "/businesses");
    expect(
      await screen.findByText("Needs verification: the owner changed the name, location or categories"),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: /Hang Toi/ }));
    expect(await screen.findByRole("button", { name: "Verify" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep unverified" })).toBeNull();
    fireEvent.click(screen.getByRole("checkbox", { name: /Hang Toi/ }));
    fireEvent.click(screen.getByRole("checkbox", { name: /Hang En/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Keep unverified" }));
    await waitFor(() => expect(api.updatePlaces).toHaveBeenCalledWith({ ids: [7], dismissRecheck: true }));
  });
});

describe("the record of a place", () => {
  const verified = async () => (await screen.findByText("Location verified")).nextElementSibling?.textContent;

  it("shows when and by whom the location was verified", async () => {
    show(<RecordPanel place={aPlace({ checkedBy: "u2" })} showsLive={false} />);
    await screen.findByText("Nov 20, 2024 by Minh Le");
    expect(await verified()).toBe("Nov 20, 2024 by Minh Le");
  });

  it("shows an unknown date without a name", async () => {
    show(<RecordPanel place={aPlace({ checkedAt: null, checkedBy: null })} showsLive={false} />);
    expect(await verified()).toBe("Date unknown");
  });

  it("omits the verification if there was none", async () => {
    const place = aPlace({ isVerified: false, checkedAt: null, checkedBy: null });
    show(<RecordPanel place={place} showsLive={false} />);
    expect(await screen.findByText("Owner")).toBeTruthy();
    expect(screen.queryByText("Location verified")).toBeNull();
  });
});
