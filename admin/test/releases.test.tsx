import { createTheme, ThemeProvider } from "@mui/material/styles";
import { ApiError, type Release, type ReleaseItem } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { Toasts } from "../src/layout/Toasts";
import { AddToRelease } from "../src/releases/AddToRelease";
import ReleaseList from "../src/releases/ReleaseList";
import ReleasePage from "../src/releases/ReleasePage";
import * as calls from "../src/resources/releases";
import { lightTheme } from "../src/theme/theme";
import { aDraft, anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
vi.mock("../src/resources/releases", () => ({
  listReleases: vi.fn(),
  getRelease: vi.fn(),
  createRelease: vi.fn(),
  updateRelease: vi.fn(),
  cancelRelease: vi.fn(),
  publishRelease: vi.fn(),
  undoRelease: vi.fn(),
  addToRelease: vi.fn(),
  takeOutOfRelease: vi.fn(),
}));
const api = vi.mocked(calls);

const DRAFTS = [
  aDraft({ releaseId: 3 }),
  aDraft({ recordId: "8", name: "Hang Toi", recordVersion: 4, releaseId: 3 }),
];

function aRelease(changes: Partial<Release> = {}): Release {
  return {
    id: 3,
    version: 5,
    name: "Hours during Tết",
    state: "open",
    publishAt: null,
    problem: null,
    publishedAt: null,
    recordCount: 2,
    accountId: "u1",
    accountName: "Linh Tran",
    createdAt: "2026-11-20T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
    drafts: DRAFTS,
    records: [],
    ...changes,
  };
}

const RECORD = {
  kind: "place",
  recordId: "7",
  name: "Hang En",
  version: 4,
  recordVersion: 4,
  isChanged: true,
} as const;

beforeEach(() => {
  vi.clearAllMocks();
  api.getRelease.mockResolvedValue(aRelease());
  api.listReleases.mockResolvedValue({ data: [aRelease()] as ReleaseItem[], total: 1 });
});

function show(path = "/releases/3") {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  render(
    <MemoryRouter initialEntries={[path]}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={{} as DataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Routes>
            <Route path="/releases" element={<ReleaseList />} />
            <Route path="/releases/:id" element={<ReleasePage />} />
            <Route path="/form" element={<AddToRelease draft={aDraft()} isDirty />} />
          </Routes>
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const confirm = async (title: string, yes: string) =>
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name: yes }),
  );

/** A refusal that names two records. */
function refusal() {
  const records = [
    { kind: "place", recordId: "8", name: "Hang Toi", detail: "", code: "precondition_failed", errors: [] },
    {
      kind: "article",
      recordId: "3",
      name: "By boat",
      detail: "",
      code: "validation_failed",
      errors: [{ field: "title", message: "Title is required", code: "required" }],
    },
  ];
  const problem = {
    status: 409,
    title: "Conflict",
    code: "release_refused",
    detail: "Nothing was changed",
    records,
  };
  return new ApiError(409, JSON.stringify(problem), "Conflict");
}

// R467
it("lists open releases before the others", async () => {
  const published = aRelease({ id: 2, name: "Spring", state: "published", recordCount: 60 });
  const failed = aRelease({ publishAt: "2024-02-05T01:00:00Z", problem: "release_refused" });
  api.listReleases.mockResolvedValue({ data: [failed, published], total: 2 });
  show("/releases");
  const open = await screen.findByRole("region", { name: "Open" });
  expect(within(open).getByRole("listitem").textContent).toMatch(
    /^Hours during TếtOpen2 drafts · changed by Linh Tran .*publish the release now to see which/,
  );
  const closed = screen.getByRole("region", { name: "Published and canceled" });
  expect(within(closed).getByRole("listitem").textContent).toMatch(/^SpringPublished60 records/);
  expect(within(closed).getByRole("link").getAttribute("href")).toBe("/releases/2");
});

// R467
it("publishes a release after a question that names its records", async () => {
  api.publishRelease.mockResolvedValue(aRelease({ state: "published" }));
  show();
  expect(
    (await screen.findByText(/Open the draft to merge both versions/)).closest("li")?.textContent,
  ).toContain("Hang Toi");
  await press("Publish now");
  const dialog = await screen.findByRole("dialog", { name: "Publish this release?" });
  expect(dialog.textContent).toContain("1 draft prevents the publication");
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Hang En (Business)", "Hang Toi (Business)"]);
  await confirm("Publish this release?", "Publish");
  expect(await screen.findByText("Release published")).toBeTruthy();
  expect(api.publishRelease).toHaveBeenCalledExactlyOnceWith(3, 5);
  await waitFor(() => expect(api.getRelease).toHaveBeenCalledTimes(2));
});

// R467
it("names every record that prevents the publication", async () => {
  api.publishRelease.mockRejectedValue(refusal());
  show();
  await press("Publish now");
  await confirm("Publish this release?", "Publish");
  const alert = (await screen.findByText("Nothing was published")).closest<HTMLElement>('[role="alert"]')!;
  // The page is hidden from screen readers until the question has faded.
  const items = await within(alert).findAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "Hang Toi It has been changed since then.",
    "By boat Title: Title is required",
  ]);
  expect(within(alert).getByRole("link", { name: "By boat" }).getAttribute("href")).toBe("/articles/3");
});

// R467
it("schedules a release on the clock of the region and cancels the schedule", async () => {
  api.updateRelease.mockResolvedValue(aRelease());
  show();
  await press("Publish at…");
  fireEvent.change(await screen.findByLabelText(/Date and time/), { target: { value: "2190-02-05T06:30" } });
  await press("Schedule");
  expect(await screen.findByText("The release goes live on Fri, Feb 5, 2190, 06:30.")).toBeTruthy();
  expect(api.updateRelease).toHaveBeenCalledExactlyOnceWith(3, { publishAt: "2190-02-04T23:30:00.000Z" }, 5);
});

// R467
it("undoes a published release after a question, unless a record prevents it", async () => {
  const records = [RECORD, { ...RECORD, recordId: "8", name: "Hang Toi", recordVersion: 5 }];
  const published = aRelease({
    state: "published",
    publishedAt: "2026-11-21T10:00:00Z",
    drafts: [],
    records,
  });
  api.getRelease.mockResolvedValue(published);
  api.undoRelease.mockResolvedValue(aRelease({ state: "undone" }));
  show();
  expect((await screen.findByText(/This prevents an undo/)).closest("li")?.textContent).toContain("Hang Toi");
  expect(screen.queryByRole("button", { name: "Publish now" })).toBeNull();
  await press("Undo release");
  await confirm("Undo this release?", "Undo release");
  expect(await screen.findByText("Release undone")).toBeTruthy();
  expect(api.undoRelease).toHaveBeenCalledExactlyOnceWith(3, 5);
});

// R467
it("takes a draft out, and cancels a release after a question", async () => {
  show();
  await press("Take out of the release: Hang Toi");
  expect(await screen.findByText("Draft taken out of the release")).toBeTruthy();
  expect(api.takeOutOfRelease).toHaveBeenCalledExactlyOnceWith(3, { kind: "businesses", id: "8" });
  await press("Cancel release");
  await confirm("Cancel this release?", "Cancel release");
  await waitFor(() => expect(api.cancelRelease).toHaveBeenCalledExactlyOnceWith(3, 5));
});

// R467
it("adds a draft to an open release or to a new one", async () => {
  api.createRelease.mockResolvedValue(aRelease({ id: 4, name: "Spring" }));
  show("/form");
  await press("Add to release");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Changes that are not saved in the draft are not part of it.");
  await within(dialog).findByText("Hours during Tết");
  fireEvent.mouseDown(within(dialog).getByRole("combobox"));
  fireEvent.click(await screen.findByRole("option", { name: "A new release" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Add to release" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Enter a name.");
  fireEvent.change(within(dialog).getByLabelText(/Name/), { target: { value: " Spring " } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Add to release" }));
  expect(await screen.findByText("Draft added to “Spring”")).toBeTruthy();
  expect(api.createRelease).toHaveBeenCalledExactlyOnceWith("Spring");
  expect(api.addToRelease).toHaveBeenCalledExactlyOnceWith(4, { kind: "businesses", id: "7" });
});
