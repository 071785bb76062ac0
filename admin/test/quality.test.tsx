import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { DeadLink, DuplicatePair, QualityCount, PlaceOfSilentOwner } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { Toasts } from "../src/layout/Toasts";
import Quality from "../src/quality/Quality";
import { pathOf } from "../src/quality/shape";
import * as calls from "../src/resources/quality";
import { lightTheme } from "../src/theme/theme";
import { anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
vi.mock("../src/resources/quality", () => ({
  qualityCounts: vi.fn(),
  listDuplicates: vi.fn(),
  listDeadLinks: vi.fn(),
  listSilentOwners: vi.fn(),
  checkLink: vi.fn(),
}));
const api = vi.mocked(calls);

const COUNTS: QualityCount[] = [
  { key: "withoutImage", count: 1234, list: "/api/businesses?missing=image" },
  { key: "withoutHours", count: 0, list: "/api/businesses?missing=hours" },
  { key: "duplicates", count: 1, list: "/api/admin/quality/duplicates" },
  { key: "silentOwners", count: 1, list: "/api/admin/quality/silent-owners" },
];
const PAIR: DuplicatePair = {
  first: { id: 7, name: "Hang Én", slug: "hang-en", isActive: true },
  second: { id: 9, name: "Hang En Cave", slug: "hang-en-cave", isActive: false },
  distanceM: 12,
};
const LINK: DeadLink = {
  id: 3,
  url: "https://hang-en.example/tours",
  kind: "place",
  recordId: 7,
  name: "Hang Én",
  field: "website",
  failure: "not_found",
  status: 404,
  failingSince: "2026-11-20T08:00:00.000Z",
  checkedAt: "2026-11-21T08:00:00.000Z",
  isDue: false,
};
const SILENT: PlaceOfSilentOwner = {
  placeId: 7,
  name: "Hang Én",
  slug: "hang-en",
  ownerId: "a1",
  ownerName: "Minh Lê",
  remindedAt: "2026-08-20T08:00:00.000Z",
};

beforeEach(() => {
  vi.clearAllMocks();
  api.qualityCounts.mockResolvedValue(COUNTS);
  api.listDuplicates.mockResolvedValue({ data: [PAIR], total: 1 });
  api.listDeadLinks.mockResolvedValue({ data: [LINK], total: 1 });
  api.listSilentOwners.mockResolvedValue({ data: [SILENT], total: 1 });
});

function show() {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{} as DataProvider}
        authProvider={auth}
        queryClient={queryClient}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Quality />
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

it("a count leads to the list of the console with the same records", () => {
  const path = (list: string) => pathOf({ key: "withoutImage", count: 1, list });
  const businesses = (filter: object) => `/businesses?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  expect(path("/api/businesses?missing=phone")).toBe(businesses({ missing: "phone", active: true }));
  expect(path("/api/businesses?checkedBefore=2026-05-21")).toBe(
    businesses({ checkedBefore: "2026-05-21", active: true }),
  );
  expect(path("/api/admin/proposals?state=open&spam=false")).toBe("/reports");
  expect(path("/api/admin/proposals?state=open&spam=false&createdBefore=2026-11-14")).toBe(
    "/reports?createdBefore=2026-11-14",
  );
  expect(path("/api/admin/render-failures")).toBe("/");
});

it("counts, likely duplicates, dead links and silent owners are shown", async () => {
  show();
  const counts = within(await screen.findByRole("list", { name: "Counts" }));
  expect(await counts.findByText("1,234")).toBeTruthy();
  const open = counts.getByRole("link", { name: "Open list: Places without an image" });
  expect(open.getAttribute("href")).toContain("/businesses?filter=");
  expect(counts.queryByRole("link", { name: /opening hours/ })).toBeNull();
  const pair = within(await screen.findByRole("list", { name: "Likely duplicates" }));
  expect(pair.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/businesses/7",
    "/businesses/9",
  ]);
  expect(pair.getByText("12 m apart")).toBeTruthy();
  expect(pair.getAllByText("Inactive")).toHaveLength(1);
  const links = within(await screen.findByRole("list", { name: "Dead links" }));
  expect(links.getByText(/^Website · Page not found \(404\) · Since Nov 20, 2026/)).toBeTruthy();
  const silent = within(await screen.findByRole("list", { name: "Places with a silent owner" }));
  expect(silent.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Hang Én", "/businesses/7"],
    ["Minh Lê", "/users/a1"],
  ]);
  expect(silent.getByText("No answer since the reminder on Aug 20, 2026")).toBeTruthy();
  fireEvent.click(counts.getByRole("button", { name: "Open list: Places with a silent owner" }));
  expect(document.activeElement?.id).toBe("silent-owners");
});

it("a dead link is checked again", async () => {
  api.checkLink.mockResolvedValue({} as never);
  show();
  const button = await screen.findByRole("button", { name: `Check again: ${LINK.url}` });
  api.listDeadLinks.mockResolvedValue({ data: [{ ...LINK, isDue: true }], total: 1 });
  fireEvent.click(button);
  expect(await screen.findByText("Waiting for a check")).toBeTruthy();
  expect(api.checkLink).toHaveBeenCalledWith(3);
});

it("a part that could not be loaded is loaded again", async () => {
  api.listDuplicates.mockRejectedValueOnce(new HttpError("The database rests.", 503));
  show();
  const failed = await screen.findByText(/The duplicates could not be loaded/);
  fireEvent.click(
    within(failed.closest<HTMLElement>("[role=alert]")!).getByRole("button", { name: "Try again" }),
  );
  await waitFor(() => expect(screen.getByRole("link", { name: "Hang En Cave" })).toBeTruthy());
});
