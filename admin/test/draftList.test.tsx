import { createTheme, ThemeProvider } from "@mui/material/styles";
import { ApiError } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import DraftList from "../src/drafts/DraftList";
import type { Account } from "../src/identity/permissions";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/drafts";
import * as scheduleCalls from "../src/resources/schedule";
import { lightTheme } from "../src/theme/theme";
import { aDraft, anAccount, aScheduleItem } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
vi.mock("../src/resources/drafts", () => ({
  allDrafts: vi.fn(),
  getDraft: vi.fn(),
  saveDraft: vi.fn(),
  deleteDraft: vi.fn(),
  publishDraft: vi.fn(),
}));
vi.mock("../src/resources/schedule", () => ({ listSchedule: vi.fn(), reschedule: vi.fn() }));
const api = vi.mocked(calls);
const { listSchedule, reschedule } = vi.mocked(scheduleCalls);

const KEY = { kind: "businesses", id: "7" };
// 23:30 of the day before in UTC.
const TIMED = aDraft({ publishAt: "2190-02-04T23:30:00Z", fields: { phone: "+84 9" } as never });
const PAGE = aDraft({ kind: "page", recordId: "help", name: "help", accountName: null });
const FAILED = aDraft({
  kind: "article",
  recordId: "3",
  name: "By boat",
  recordVersion: 5,
  publishAt: "2024-02-05T01:00:00Z",
  problem: "precondition_failed",
});

const ARTICLE = aScheduleItem({
  action: "publish_article",
  kind: "article",
  recordId: "4",
  name: "Rice",
  time: "2190-02-05T01:00:00Z",
  version: 6,
  baseVersion: null,
  recordVersion: 6,
});
const ENDING = aScheduleItem({
  ...ARTICLE,
  action: "unpublish",
  kind: "place",
  recordId: "9",
  name: "Night market",
  time: "2190-02-05T17:00:00Z",
  accountName: "Hoa Pham",
  isAccountActive: false,
});
const schedule = (...items: (typeof ENDING)[]) => ({ data: items, total: items.length });

beforeEach(() => {
  vi.clearAllMocks();
  api.allDrafts.mockResolvedValue([TIMED, PAGE, FAILED]);
  api.getDraft.mockResolvedValue(TIMED);
  listSchedule.mockResolvedValue(schedule(aScheduleItem(), ARTICLE, ENDING));
});

function show(account: Account = anAccount()) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  render(
    <MemoryRouter>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={{} as DataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <DraftList />
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const part = (name: string) => screen.findByRole("region", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = async (title: string, yes: string) =>
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name: yes }),
  );

const CALENDAR = "Schedule";

it("groups what is scheduled by the day of the region, with who scheduled it, and what waits", async () => {
  show();
  const calendar = await part(CALENDAR);
  await within(calendar).findByRole("heading", { name: "Friday, February 5, 2190" });
  expect(within(calendar).getByRole("heading", { name: "Saturday, February 6, 2190" })).toBeTruthy();
  expect(
    within(calendar)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/^06:30Hang EnChanges to a businessscheduled by Linh Tran/),
    expect.stringMatching(/^08:00RiceNew articlescheduled by Linh Tran/),
    expect.stringMatching(/^00:00Night marketBusiness stops being publicscheduled by Hoa Pham/),
  ]);
  expect(within(calendar).getByRole("link", { name: "Hang En" }).getAttribute("href")).toBe("/businesses/7");
  const waiting = await part("Waiting");
  expect(within(waiting).getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/pages/help");
  const failed = within(waiting).getAllByRole("listitem")[1]!;
  expect(failed.textContent).toContain("Not published as scheduled. Someone changed it in the meantime.");
  expect(failed.textContent).toContain("Open the draft to merge both versions.");
  expect(within(failed).queryByRole("button", { name: /^Publish now/ })).toBeNull();
});

it("marks the work of accounts that are not active, or no longer exist", async () => {
  const inactive = aScheduleItem({ isAccountActive: false });
  const deleted = aScheduleItem({ recordId: "8", isAccountActive: false, accountName: null });
  listSchedule.mockResolvedValue(schedule(inactive, deleted, ENDING));
  show();
  const rows = within(await part(CALENDAR)).getAllByRole("listitem");
  expect(rows[0]!.textContent).toContain("Linh Tran's account is not active: it will not be published.");
  expect(rows[1]!.textContent).toContain("was deleted: it will not be published.");
  expect(rows[2]!.textContent).toContain("Hoa Pham's account is not active. This happens anyway.");
});

it("shows owners their own drafts only, without a call for the calendar", async () => {
  show(anAccount({ role: "business_owner" }));
  const calendar = await part(CALENDAR);
  expect(within(calendar).getByRole("listitem").textContent).toMatch(
    /^06:30Hang EnBusinesssaved by Linh Tran/,
  );
  expect(listSchedule).not.toHaveBeenCalled();
});

it("fetches more of the calendar on request", async () => {
  listSchedule.mockResolvedValueOnce({ data: [aScheduleItem()], total: 2 });
  listSchedule.mockResolvedValueOnce({ data: [ARTICLE], total: 2 });
  show();
  await part(CALENDAR);
  press("Show more");
  expect(await screen.findByRole("link", { name: "Rice" })).toBeTruthy();
  expect(listSchedule).toHaveBeenLastCalledWith(1);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

// R473
it("moves a publication, and Undo moves it back", async () => {
  reschedule.mockResolvedValueOnce({ version: 7 }).mockResolvedValueOnce({ version: 8 });
  show();
  await part(CALENDAR);
  press("Change time: Rice");
  await screen.findByRole("dialog", { name: "When does “Rice” go live?" });
  const input = screen.getByLabelText<HTMLInputElement>(/Date and time/);
  expect(input.value).toBe("2190-02-05T08:00");
  fireEvent.change(input, { target: { value: "2190-02-06T09:30" } });
  press("Schedule");
  expect(await screen.findByText("Moved to Sat, Feb 6, 2190, 09:30")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("Earlier time restored")).toBeTruthy();
  expect(reschedule.mock.calls).toEqual([
    [ARTICLE, { publicationDate: "2190-02-06T02:30:00.000Z" }, 6],
    [ARTICLE, { publicationDate: ARTICLE.time }, 7],
  ]);
  await waitFor(() => expect(listSchedule).toHaveBeenCalledTimes(3));
});

// R473
it("cancels a publication and an unpublication, and Undo brings them back", async () => {
  reschedule.mockResolvedValue({ version: 7 });
  show();
  await part(CALENDAR);
  press("Cancel publication: Rice");
  expect(await screen.findByText("Publication canceled. The article stays inactive.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("Earlier time restored")).toBeTruthy();
  press("Keep public: Night market");
  expect(await screen.findByText("Unpublishing canceled. The record stays public.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(reschedule).toHaveBeenCalledTimes(4));
  expect(reschedule.mock.calls.map(([, times, version]) => [times, version])).toEqual([
    [{ isActive: false }, 6],
    [{ isActive: true }, 7],
    [{ unpublishAt: null }, 6],
    [{ unpublishAt: ENDING.time }, 7],
  ]);
});

it("changes nothing of a record that someone else changed", async () => {
  reschedule.mockRejectedValue(new ApiError(412, JSON.stringify({ status: 412, title: "Changed" }), ""));
  show();
  await part(CALENDAR);
  press("Keep public: Night market");
  expect(
    await screen.findByText("Someone changed this record in the meantime, so nothing was done."),
  ).toBeTruthy();
  await waitFor(() => expect(listSchedule).toHaveBeenCalledTimes(2));
});

it("publishes a draft after a question", async () => {
  api.publishDraft.mockResolvedValue({ version: 4 });
  show();
  await part(CALENDAR);
  press("Publish now: Hang En");
  await confirm("Publish this draft?", "Publish");
  expect(await screen.findByText("Draft published")).toBeTruthy();
  expect(api.publishDraft).toHaveBeenCalledExactlyOnceWith(KEY, 2);
  await waitFor(() => expect(api.allDrafts).toHaveBeenCalledTimes(2));
});

it("changes only the time of a draft", async () => {
  api.saveDraft.mockResolvedValue(TIMED);
  show();
  await part(CALENDAR);
  press("Change time: Hang En");
  const input = await screen.findByLabelText<HTMLInputElement>(/Date and time/);
  expect(input.value).toBe("2190-02-05T06:30");
  fireEvent.change(input, { target: { value: "2190-02-06T08:00" } });
  press("Schedule");
  expect(await screen.findByText("Draft saved. It goes live on Sat, Feb 6, 2190, 08:00.")).toBeTruthy();
  expect(api.saveDraft).toHaveBeenCalledExactlyOnceWith(
    KEY,
    { baseVersion: 3, fields: { phone: "+84 9" }, publishAt: "2190-02-06T01:00:00.000Z" },
    2,
  );
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("Earlier time restored")).toBeTruthy();
  expect(api.saveDraft).toHaveBeenLastCalledWith(
    KEY,
    { baseVersion: 3, fields: { phone: "+84 9" }, publishAt: "2190-02-04T23:30:00Z" },
    2,
  );
});

it("discards a draft after a question, and Undo saves it again", async () => {
  api.saveDraft.mockResolvedValue(TIMED);
  show();
  await part(CALENDAR);
  press("Discard draft: Hang En");
  await confirm("Discard this draft?", "Discard draft");
  fireEvent.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("Draft restored")).toBeTruthy();
  expect(api.deleteDraft).toHaveBeenCalledExactlyOnceWith(KEY, 2);
  expect(api.saveDraft).toHaveBeenCalledExactlyOnceWith(
    KEY,
    { baseVersion: 3, fields: { phone: "+84 9" }, publishAt: "2190-02-04T23:30:00Z" },
    0,
  );
});

it("changes nothing after a save by someone else", async () => {
  api.deleteDraft.mockRejectedValue(new ApiError(412, JSON.stringify({ status: 412, title: "Changed" }), ""));
  show();
  await part(CALENDAR);
  press("Discard draft: Hang En");
  await confirm("Discard this draft?", "Discard draft");
  expect(
    await screen.findByText("Someone saved this draft in the meantime, so nothing was done."),
  ).toBeTruthy();

  api.getDraft.mockResolvedValue({ ...TIMED, version: 3 });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel schedule: Hang En" }));
  await waitFor(() => expect(api.getDraft).toHaveBeenCalledTimes(2));
  expect(api.saveDraft).not.toHaveBeenCalled();
});

it("says that there are no drafts, or why they cannot be shown", async () => {
  api.allDrafts.mockRejectedValueOnce(new ApiError(503, JSON.stringify({ status: 503, title: "Busy" }), ""));
  api.allDrafts.mockResolvedValue([]);
  listSchedule.mockResolvedValue(schedule());
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch the drafts");
  press("Try again");
  expect(await screen.findByText("No drafts yet")).toBeTruthy();
});
