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
import * as resources from "../src/resources";
import * as calls from "../src/resources/drafts";
import { lightTheme } from "../src/theme/theme";
import { aDraft, anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  scheduledArticles: vi.fn(),
  resources: {},
}));
vi.mock("../src/resources/drafts", () => ({
  allDrafts: vi.fn(),
  getDraft: vi.fn(),
  saveDraft: vi.fn(),
  deleteDraft: vi.fn(),
  publishDraft: vi.fn(),
}));
const api = vi.mocked(calls);
const scheduled = vi.mocked(resources.scheduledArticles);

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

beforeEach(() => {
  vi.clearAllMocks();
  api.allDrafts.mockResolvedValue([TIMED, PAGE, FAILED]);
  api.getDraft.mockResolvedValue(TIMED);
  scheduled.mockResolvedValue([
    { id: 4, title: "Rice", publicationDate: "2190-02-05T01:00:00Z", isActive: true },
  ]);
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

it("groups what goes live by the day of the region, with the scheduled articles, and what waits", async () => {
  show();
  const live = await part("Goes live");
  await within(live).findByRole("heading", { name: "Friday, February 5, 2190" });
  expect(
    within(live)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([expect.stringMatching(/^06:30Hang EnBusinesssaved by Linh Tran/), "08:00RiceNew article"]);
  expect(within(live).getByRole("link", { name: "Hang En" }).getAttribute("href")).toBe("/businesses/7");
  const waiting = await part("Waiting");
  expect(within(waiting).getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/pages/help");
  const failed = within(waiting).getAllByRole("listitem")[1]!;
  expect(failed.textContent).toContain("Not published at its time. Somebody changed it meanwhile.");
  expect(failed.textContent).toContain("Open it to merge both versions.");
  expect(within(failed).queryByRole("button", { name: /^Publish now/ })).toBeNull();
});

it("does not ask for articles for owners", async () => {
  show(anAccount({ role: "business_owner" }));
  await part("Goes live");
  expect(scheduled).not.toHaveBeenCalled();
});

it("publishes a draft after a question", async () => {
  api.publishDraft.mockResolvedValue({ version: 4 });
  show();
  await part("Goes live");
  press("Publish now: Hang En");
  await confirm("Publish this draft?", "Publish");
  expect(await screen.findByText("Draft published")).toBeTruthy();
  expect(api.publishDraft).toHaveBeenCalledExactlyOnceWith(KEY, 2);
  await waitFor(() => expect(api.allDrafts).toHaveBeenCalledTimes(2));
});

it("changes only the time of a draft", async () => {
  api.saveDraft.mockResolvedValue(TIMED);
  show();
  await part("Goes live");
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
});

it("discards a draft after a question, and Undo saves it again", async () => {
  api.saveDraft.mockResolvedValue(TIMED);
  show();
  await part("Goes live");
  press("Discard draft: Hang En");
  await confirm("Discard this draft?", "Discard draft");
  fireEvent.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await screen.findByText("The draft is back")).toBeTruthy();
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
  await part("Goes live");
  press("Discard draft: Hang En");
  await confirm("Discard this draft?", "Discard draft");
  expect(await screen.findByText("Somebody saved this draft meanwhile. Nothing was changed.")).toBeTruthy();

  api.getDraft.mockResolvedValue({ ...TIMED, version: 3 });
  fireEvent.click(await screen.findByRole("button", { name: "Cancel schedule: Hang En" }));
  await waitFor(() => expect(api.getDraft).toHaveBeenCalledTimes(2));
  expect(api.saveDraft).not.toHaveBeenCalled();
});

it("says that there are no drafts, or why they cannot be shown", async () => {
  api.allDrafts.mockRejectedValueOnce(new ApiError(503, JSON.stringify({ status: 503, title: "Busy" }), ""));
  api.allDrafts.mockResolvedValue([]);
  scheduled.mockResolvedValue([]);
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch the drafts");
  press("Try again");
  expect(await screen.findByText("No drafts yet")).toBeTruthy();
});
