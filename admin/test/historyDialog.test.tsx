import { createTheme, ThemeProvider } from "@mui/material/styles";
import { ApiError, type RevisionItem } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import * as calls from "../src/resources/revisions";
import HistoryDialog from "../src/history/HistoryDialog";
import { Toasts } from "../src/layout/Toasts";
import { holdsChanges } from "../src/layout/unsaved";
import { lightTheme } from "../src/theme/theme";
import { aPlace, anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
vi.mock("../src/resources/revisions", () => ({
  listRevisions: vi.fn(),
  getRevision: vi.fn(),
  restoreRevision: vi.fn(),
  updateRevision: vi.fn(),
  deleteRevision: vi.fn(),
}));
const api = vi.mocked(calls);

const RECORD = { kind: "businesses", id: "7" } as const;
const PLACE = aPlace({
  description:
    "A wet cave with a floor of sand. Bring a light and shoes for wet stones. <script>alert(1)</script>",
});
const SNAPSHOT = {
  ...PLACE,
  version: 1,
  description:
    "A dry cave with a floor of sand. Bring a light and shoes for wet stones. <script>alert(1)</script>",
  phone: "+84 9",
  isActive: false,
  ownerId: "u9",
};

const item = (number: number, changes: Partial<RevisionItem> = {}): RevisionItem => ({
  number,
  createdAt: `2026-11-0${number}T01:10:00.000Z`,
  accountId: "u1",
  accountName: "Linh Trần",
  action: "updatePlace",
  changedFields: ["phone"],
  note: null,
  isPinned: false,
  ...changes,
});
const ITEMS = [item(3), item(2), item(1, { action: "createPlace", changedFields: null, note: "Before Tết" })];

const refusal = (status: number, more: object = {}) =>
  new ApiError(status, JSON.stringify({ status, title: "Refused", ...more }), "");

const getOne = vi.fn<DataProvider["getOne"]>();
const onRestored = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  api.listRevisions.mockResolvedValue({ data: ITEMS, total: 3 });
  api.getRevision.mockImplementation(async (_, number) => ({
    ...item(number),
    snapshot: (number === 1 ? SNAPSHOT : PLACE) as never,
  }));
  getOne.mockImplementation(async (name) => ({
    data: (name === "businesses" ? PLACE : { id: "u9" }) as never,
  }));
});

function show(account = anAccount()) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const dataProvider = { getOne } as unknown as DataProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter>
      <CoreAdminContext {...{ authProvider, dataProvider, queryClient }} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <HistoryDialog record={RECORD} name="Dark Cave" onRestored={onRestored} onClose={onClose} />
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

/** Opens the comparison of the first version with the current one. */
async function compare(account = anAccount()) {
  show(account);
  const versions = await screen.findByRole("list", { name: "Versions" });
  fireEvent.click(within(versions).getByText("Created"));
  await screen.findByText("4 fields differ");
}

async function restore(button: string) {
  fireEvent.click(screen.getByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog", { name: "Restore this version?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Restore" }));
  return dialog;
}

it("lists who saved a version, when and what", async () => {
  show();
  const versions = await screen.findByRole("list", { name: "Versions" });
  const rows = within(versions).getAllByRole("button");
  expect(rows).toHaveLength(3);
  expect(rows[0]!.textContent).toContain("Newest");
  expect(rows[0]!.textContent).toContain("Linh TrầnChanged: Phone");
  expect(rows[2]!.textContent).toContain("CreatedBefore Tết");
  expect(await within(rows[2]!).findByTitle("Sun, Nov 1, 2026, 08:10")).toBeTruthy();
});

it("says when there is nothing yet, and when the list cannot be fetched", async () => {
  api.listRevisions.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  api.listRevisions.mockResolvedValue({ data: [], total: 0 });
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch the history");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The next save starts the history.")).toBeTruthy();
});

it("marks what was added and removed, with words for screen readers, and shows markup as text", async () => {
  await compare();
  expect(document.querySelector("del")?.textContent).toBe("removed: dry");
  expect(document.querySelector("ins")?.textContent).toBe("added: wet");
  expect(screen.getByText(/<script>alert\(1\)<\/script>/)).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Long texts side by side" }));
  const description = screen.getByRole("heading", { name: /Description/ }).parentElement!;
  const sides = within(description).getAllByRole("definition");
  expect(sides.map((side) => side.textContent)).toEqual([
    expect.stringMatching(/^A removed: dry cave/),
    expect.stringMatching(/^A added: wet cave/),
  ]);
});

it("restores exactly the selected fields of the compared version, shows the result, and offers Undo", async () => {
  await compare();
  const boxes = screen
    .getAllByRole("checkbox")
    .map((box) => [box.ariaLabel, (box as HTMLInputElement).checked]);
  expect(boxes).toEqual([
    ["Restore Description", true],
    ["Restore Phone", true],
    ["Restore Active", false],
  ]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Restore Phone" }));
  api.restoreRevision.mockResolvedValue({ version: 4, skipped: [] });
  const restored = aPlace({ version: 4 });
  getOne.mockImplementation(async () => ({ data: restored as never }));
  const dialog = await restore("Restore 1 field");
  expect(dialog.textContent).toContain(
    "1 field of “Dark Cave” is replaced with the one from Sun, Nov 1, 2026, 08:10: Description. Travelers see it immediately.",
  );
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.restoreRevision).toHaveBeenCalledWith(RECORD, 1, ["description"], 3);
  expect(onRestored).toHaveBeenCalledWith(restored);

  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(api.restoreRevision).toHaveBeenCalledTimes(2));
  expect(api.restoreRevision).toHaveBeenLastCalledWith(RECORD, 3, ["description"], 4);
});

it("restores nothing over a newer version, and compares with that one", async () => {
  await compare();
  api.restoreRevision.mockRejectedValueOnce(refusal(412));
  getOne.mockImplementation(async () => ({ data: { ...PLACE, version: 4, phone: "+84 9" } as never }));
  await restore("Restore 2 fields");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Someone else saved this record in the meantime.",
  );
  await screen.findByText("3 fields differ");
  expect(onClose).not.toHaveBeenCalled();
  api.restoreRevision.mockResolvedValueOnce({ version: 5, skipped: [] });
  await restore("Restore 1 field");
  await waitFor(() => expect(api.restoreRevision).toHaveBeenLastCalledWith(RECORD, 1, ["description"], 4));
});

it("selects nothing that changed after the comparison was opened", async () => {
  await compare();
  api.restoreRevision.mockRejectedValueOnce(refusal(412));
  getOne.mockImplementation(async () => ({
    data: { ...PLACE, version: 4, address: "By the bend" } as never,
  }));
  await restore("Restore 2 fields");
  await screen.findByText("5 fields differ");
  expect(
    screen.getByRole<HTMLInputElement>("checkbox", { name: "Restore Address", hidden: true }).checked,
  ).toBe(false);
});

it("names the rules that old values break", async () => {
  await compare();
  const errors = [{ field: "reviews.0.text", message: "Review text is required", code: "required" }];
  api.restoreRevision.mockRejectedValueOnce(refusal(422, { errors }));
  await restore("Restore 2 fields");
  expect((await screen.findByRole("alert")).textContent).toContain("Reviews: Review text is required");
  expect(onClose).not.toHaveBeenCalled();
});

it("says what could not be restored", async () => {
  await compare();
  api.restoreRevision.mockResolvedValueOnce({
    version: 4,
    skipped: [
      { field: "phone", reason: "admin_only" },
      { field: "description", reason: "image_deleted" },
    ],
  });
  await restore("Restore 2 fields");
  const toast = await screen.findByText("1 field restored");
  const text = toast.closest("[role=status]")!.textContent;
  expect(text).toContain("Not restored, because only an admin can change it: Phone");
  expect(text).toContain("Images that have been deleted can't be restored: Description");
});

it("says why nothing can be restored over unsaved changes", async () => {
  const release = holdsChanges(() => true);
  await compare();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Restore 2 fields" });
  expect(button.disabled).toBe(true);
  expect(screen.getByText("Save or discard the changes in the form before you restore.")).toBeTruthy();
  release();
});

it("compares two versions with each other, the older one first", async () => {
  await compare();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Compare with" }));
  fireEvent.click(await screen.findByRole("option", { name: /Nov 2/ }));
  await screen.findByText("To restore fields, compare this version with the current one.");
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
  const phone = screen.getByRole("heading", { name: "Phone" }).parentElement!;
  expect(
    within(phone)
      .getAllByRole("term")
      .map(({ textContent }) => textContent),
  ).toEqual(["Sun, Nov 1, 2026, 08:10", "Mon, Nov 2, 2026, 08:10"]);
  fireEvent.click(screen.getByRole("button", { name: "Compare with the current version" }));
  expect(await screen.findByRole("checkbox", { name: "Restore Phone" })).toBeTruthy();
});

it("lets admins pin, annotate and delete a version, without submitting a form behind", async () => {
  await compare();
  api.updateRevision.mockResolvedValue(undefined as never);
  fireEvent.click(screen.getByRole("button", { name: "Pin" }));
  await waitFor(() => expect(api.updateRevision).toHaveBeenCalledWith(RECORD, 1, { isPinned: true }));
  fireEvent.click(await screen.findByRole("button", { name: "Edit note" }));
  const note = screen.getByRole("textbox", { name: "Note" });
  fireEvent.change(note, { target: { value: " Hours during Tết " } });
  fireEvent.submit(note);
  await waitFor(() =>
    expect(api.updateRevision).toHaveBeenLastCalledWith(RECORD, 1, { note: "Hours during Tết" }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete permanently" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete this version permanently?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete permanently" }));
  await waitFor(() => expect(api.deleteRevision).toHaveBeenCalledWith(RECORD, 1));
  expect(await screen.findByText("Select a version to compare it with the current one.")).toBeTruthy();
});

it("offers owners only what they may change", async () => {
  await compare(anAccount({ role: "business_owner" }));
  expect(screen.getAllByRole("checkbox").map((box) => box.ariaLabel)).toEqual([
    "Restore Description",
    "Restore Phone",
  ]);
  expect(screen.getAllByText("Only an admin can restore this field.")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Pin" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Audit log" })).toBeNull();
});
