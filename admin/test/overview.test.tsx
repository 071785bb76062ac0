import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { AuditEvent, Stats } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lastChanges } from "../src/overview/LatestChanges";
import Overview from "../src/overview/Overview";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { anAccount } from "./things";

const STATS: Stats = {
  businesses: 122,
  rechecks: 0,
  toApprove: 1,
  categories: 22,
  articles: 9,
  guestbookEntries: 40,
  users: 3,
};

vi.mock("../src/resources/claims", () => ({ claimCounts: async () => ({ waiting: 0 }) }));
vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
  stats: vi.fn(),
  renderFailures: async () => [],
  scheduledArticles: vi.fn(),
  entryCounts: vi.fn(),
  proposalCounts: async () => ({ open: 3, danger: 1, spam: 0 }),
  messageCounts: async () => ({ new: 2, late: 0, answeredIn24h: null }),
}));

const EVENT: AuditEvent = {
  id: 9,
  createdAt: "2026-11-28T08:00:00.000Z",
  action: "updatePlace",
  kind: "place",
  subjectId: "7",
  subjectName: "Hang En",
  accountId: "u1",
  accountName: "Minh Le",
  accountEmail: "minh@example.org",
  tokenId: null,
  tokenName: null,
  address: "203.0.113.7",
  requestId: "r1",
  before: { name: "Hang Én" },
  after: { name: "Hang En" },
} as AuditEvent;

/** `resource {filter}` → the total of the list. */
const totals: Record<string, number> = {
  'enquiries {"delivery":"failed"}': 2,
  'media {"view":"undescribed"}': 5,
  'businesses {"missing":"hours"}': 4,
};

const scheduled = (id: number) => ({
  id,
  title: "By boat",
  isActive: true,
  publicationDate: "2999-01-05T01:00:00.000Z",
});

function show(account = anAccount()) {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const getList = async (name: string, { filter }: { filter: object }) => {
    if (name === "audit") return { data: [EVENT], total: 1 };
    return { data: [], total: totals[`${name} ${JSON.stringify(filter)}`] ?? 0 };
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const getMany = async (_: string, { ids }: { ids: number[] }) => ({ data: ids.map((id) => ({ id })) });
  const dataProvider = { getList, getMany } as unknown as DataProvider;
  const element = (
    <CoreAdminContext {...{ dataProvider, queryClient }} authProvider={auth} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Overview />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

const link = async (region: string, name: string | RegExp) =>
  decodeURIComponent(
    (
      await within(await screen.findByRole("region", { name: region })).findByRole("link", { name })
    ).getAttribute("href")!,
  );

beforeEach(() => {
  vi.mocked(api.stats).mockReset().mockResolvedValue(STATS);
  vi.mocked(api.scheduledArticles)
    .mockReset()
    .mockResolvedValue([scheduled(4)]);
  vi.mocked(api.entryCounts)
    .mockReset()
    .mockResolvedValue({ pending: 1, approved: 40, spam: 0, rejected: 0, comments: 0 });
});

// R124
describe("the overview", () => {
  it("links each number to the list that holds what is counted", async () => {
    show();
    const waiting = "Waiting for you";
    expect(await link(waiting, "1 guestbook entry to review")).toBe("/moderation");
    expect(await link(waiting, "1 place from an owner to approve")).toBe(
      '/businesses?filter={"active":false,"ownerId":"any"}',
    );
    expect(await link(waiting, "2 unanswered messages")).toBe('/contact?filter={"status":"new"}');
    expect(await link(waiting, "2 inquiries rejected by the mail server")).toBe(
      '/enquiries?filter={"delivery":"failed"}',
    );
    expect(await link("Missing details", "5 images without a description")).toBe(
      '/media?filter={"view":"undescribed"}',
    );
    expect(await link("Missing details", "4 places without opening hours")).toBe(
      '/businesses?filter={"missing":"hours"}',
    );
    expect(await link("Quick Stats", "122")).toBe("/businesses?filter={}");
    expect(await link("Quick Stats", "3")).toBe("/users?filter={}");
  });

  it("shows who changed what, and what appears later", async () => {
    show();
    expect(await link("Latest changes", "Hang En")).toBe("/businesses/7");
    expect(screen.getByRole("region", { name: "Latest changes" }).textContent).toContain(
      "Minh Le updated the place",
    );
    expect(await link("Scheduled articles", /^By boat, on .*2999/)).toBe("/articles/4");
    expect(screen.queryByRole("link", { name: /more scheduled/ })).toBeNull();
  });

  it("shows the next ten scheduled articles, and links to the others", async () => {
    vi.mocked(api.scheduledArticles).mockResolvedValue(
      Array.from({ length: 12 }, (_, n) => scheduled(n + 1)),
    );
    show();
    expect(await link("Scheduled articles", "2 more scheduled articles")).toBe("/drafts");
    expect(screen.getAllByRole("link", { name: /^By boat/ })).toHaveLength(10);
  });

  it("keeps what it knows when one count fails", async () => {
    vi.mocked(api.entryCounts).mockRejectedValueOnce(new HttpError("The counts rest.", 503));
    show();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The tasks could not be loaded.");
    expect(await screen.findByRole("link", { name: "1 place from an owner to approve" })).toBeTruthy();
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "1 guestbook entry to review" })).toBeTruthy();
  });

  it("shows owners their own work only", async () => {
    const account = anAccount({ role: "business_owner" });
    totals[`businesses {"active":false,"ownerId":"${account.uid}"}`] = 1;
    show(account);
    expect(await link("Waiting for you", "1 inactive place waiting for an admin's review")).toBe(
      '/businesses?filter={"active":false}',
    );
    expect(await link("Quick Stats", "122")).toBe("/businesses?filter={}");
    expect(screen.queryByRole("link", { name: "22" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Latest changes" })).toBeNull();
    expect(api.entryCounts).not.toHaveBeenCalled();
  });
});

describe("the latest changes", () => {
  it("leave out sign-ins and repetitions", () => {
    const signIn = {
      ...EVENT,
      id: 10,
      action: "signIn",
      kind: "user",
      before: null,
      after: null,
    } as AuditEvent;
    expect(lastChanges([signIn, EVENT, { ...EVENT, id: 8 }])).toEqual([EVENT]);
  });
});
