import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { AdminEntryResponse } from "@karst/client";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import EntryList from "../src/guestbook/EntryList";
import { KeysHelp } from "../src/keys/KeysHelp";
import { guarded } from "../src/layout/guarded";
import { Toasts } from "../src/layout/Toasts";
import Moderation from "../src/moderation/Moderation";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { anAccount, anEntry } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  entryCounts: vi.fn(),
  moderateEntry: vi.fn(),
  undoModeration: vi.fn(),
  restoreEntry: vi.fn(),
  restoreComment: vi.fn(),
  moderateComment: vi.fn(),
  moderateMany: { guestbook: vi.fn(), comments: vi.fn() },
  undoModerateMany: { guestbook: vi.fn(), comments: vi.fn() },
  placesNamed: async () => [],
}));

/** The entries of the mocked server. */
let entries: AdminEntryResponse[];
const withStatus = (status: unknown) => entries.filter((entry) => entry.status === status);

const data = {
  getList: async (_name: string, { filter }: { filter: { status: string } }) => ({
    data: withStatus(filter.status),
    total: withStatus(filter.status).length,
  }),
} as unknown as DataProvider;

function show(element: React.ReactElement, path: string, account = anAccount()) {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => account,
  } as unknown as AuthProvider;
  const page = (
    <CoreAdminContext dataProvider={data} authProvider={auth} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        {element}
        <KeysHelp />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: `${path}/*`, element: page }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

/** Toasts follow each other with a fade, which takes long on a busy machine. */
const SLOW = { timeout: 10_000 };
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const queryStatus = (text: string) => screen.queryByText(text, { selector: '[role="status"]' });
const item = (name: string) => screen.getByRole("listitem", { name });
const currentItem = () =>
  document.querySelector('[aria-current="true"][data-queue-item]')?.getAttribute("aria-label");

beforeEach(() => {
  vi.clearAllMocks();
  entries = [
    anEntry({ id: 1, authorName: "Linh", spamScore: 71, spamReasons: [{ code: "links", text: "Three links", points: 60 }] }), // prettier-ignore
    anEntry({ id: 2, authorName: "Minh", message: "Đẹp quá!" }),
    anEntry({ id: 3, authorName: "Đào" }),
    anEntry({ id: 4, authorName: "Settled", status: "approved", location: "https://www.google.com/maps/x" }),
  ];
  vi.mocked(api.entryCounts).mockImplementation(async () => ({
    pending: withStatus("pending").length,
    approved: withStatus("approved").length,
    spam: withStatus("spam").length,
    rejected: withStatus("rejected").length,
    comments: 0,
  }));
  const later = () => new Date(Date.now() + 600_000).toISOString();
  vi.mocked(api.moderateEntry).mockImplementation(async (id, status, notes) => {
    entries = entries.map((one) =>
      one.id === id ? { ...one, status, notes: notes ?? null, canUndoUntil: later() } : one,
    );
    return entries.find((one) => one.id === id)!;
  });
  vi.mocked(api.undoModeration).mockImplementation(async (id) => {
    entries = entries.map((one) => (one.id === id ? { ...one, status: "pending", canUndoUntil: null } : one));
    return entries.find((one) => one.id === id)!;
  });
});

describe("the moderation page", () => {
  // R147
  it("is for admins only, also for a business owner who opens its URL", async () => {
    const Screen = guarded("moderate", async () => ({ default: Moderation }));
    show(<Screen />, "/moderation", anAccount({ role: "business_owner" }));
    expect(await screen.findByText("You need admin privileges to access this page.")).toBeTruthy();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  // R148
  it("has tabs with counts and a message for an empty tab", async () => {
    show(<Moderation />, "/moderation");
    await screen.findByRole("tab", { name: "Pending (3)" }, { timeout: 10_000 });
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Pending (3)",
      "Spam Detected (0)",
      "Approved (1)",
      "Rejected (0)",
      "Comments (0)",
    ]);
    fireEvent.click(screen.getByRole("tab", { name: /Spam Detected/ }));
    expect(await screen.findByText("No spam detected!")).toBeTruthy();
  });

  // R149, R150, R151
  it("shows score and reasons, and offers only Edit for decided entries", async () => {
    show(<Moderation />, "/moderation");
    const linh = within(await screen.findByRole("listitem", { name: "Linh" }));
    expect(linh.getByText("Spam Score: 71%").closest("[data-look]")?.getAttribute("data-look")).toBe(
      "destructive",
    );
    expect(linh.getByText("Three links")).toBeTruthy();
    expect(linh.getByText("5 out of 5")).toBeTruthy();
    fireEvent.click(screen.getByRole("tab", { name: /Approved/ }));
    const decided = within(await screen.findByRole("listitem", { name: "Settled" }));
    expect(decided.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Edit"]);
    expect(decided.getByRole("link", { name: "View on Google Maps" })).toBeTruthy();
  });

  // R151
  it("sends the notes, clears them after the decision and focuses the next entry", async () => {
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    press("j");
    expect(document.activeElement).toBe(item("Linh"));
    press("n");
    expect(document.activeElement).toBe(screen.getByLabelText("Moderation notes on Linh"));
    fireEvent.change(document.activeElement!, { target: { value: " Sells tours " } });
    fireEvent.keyDown(document.activeElement!, { key: "a" });
    expect(api.moderateEntry).not.toHaveBeenCalled();
    press("Escape");
    press("r");
    await waitFor(() => expect(screen.queryByRole("listitem", { name: "Linh" })).toBeNull());
    expect(api.moderateEntry).toHaveBeenCalledWith(1, "rejected", "Sells tours");
    await waitFor(() => expect(document.activeElement).toBe(item("Minh")));
    expect(screen.getByLabelText("Moderation notes on Minh")).toHaveProperty("value", "");
    expect(await screen.findByRole("tab", { name: "Rejected (1)" })).toBeTruthy();
  });

  it("moves with j and k, decides with a, r and s, and undoes the last decision with u", async () => {
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    for (const [key, name] of [
      ["j", "Linh"],
      ["j", "Minh"],
      ["j", "Đào"],
      ["j", "Đào"],
      ["k", "Minh"],
    ] as const) {
      // prettier-ignore
      press(key);
      expect(currentItem(), key).toBe(name);
    }
    press("a");
    await screen.findByText("The entry by Minh was approved.");
    expect(api.moderateEntry).toHaveBeenLastCalledWith(2, "approved", undefined);
    press("u");
    await screen.findByRole("listitem", { name: "Minh" });
    expect(screen.queryByText("The entry by Minh was approved.")).toBeNull();
    item("Đào").focus();
    press("s");
    await waitFor(() => expect(api.moderateEntry).toHaveBeenLastCalledWith(3, "spam", undefined));
  });

  it("lists its keys, which can be turned off", async () => {
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    expect(screen.getByText("Next")).toBeTruthy();
    press("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    press("a");
    expect(api.moderateEntry).not.toHaveBeenCalled();
    fireEvent.click(within(help).getByRole("switch"));
    fireEvent.click(within(help).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("a");
    expect(api.moderateEntry).not.toHaveBeenCalled();
    expect(screen.queryByText("Next")).toBeNull();
  });

  it("lists only the keys that work on comments", async () => {
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    expect(screen.getByText("Write a note")).toBeTruthy();
    fireEvent.click(screen.getByRole("tab", { name: /Comments/ }));
    await waitFor(() => expect(screen.queryByText("Write a note")).toBeNull());
    expect(screen.getByText("Approve")).toBeTruthy();
    press("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    const queueKeys = within(within(help).getByRole("region", { name: "Review queue" }));
    const keys = queueKeys.getAllByRole("term").map(({ textContent }) => textContent);
    expect(keys).toEqual(["j", "k", "x", "a", "r", "s"]);
  });

  // R227
  it("decides on several entries at once by keys and by the bar, and undoes that", async () => {
    vi.mocked(api.moderateMany.guestbook).mockImplementation(async (ids, status) => {
      entries = entries.map((one) => (ids.includes(one.id) ? { ...one, status } : one));
      return { changedIds: ids, undoId: 9, canUndoUntil: "2026-11-21T08:10:00.000Z" };
    });
    vi.mocked(api.undoModerateMany.guestbook).mockImplementation(async () => {
      entries = entries.map((one) => (one.id < 4 ? { ...one, status: "pending" as const } : one));
      return { restoredIds: [1], leftAlone: [{ id: 2, name: "Minh" }] };
    });
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    press("j");
    press("x");
    press("j");
    press("x");
    expect(queryStatus("2 selected")).toBeTruthy();
    press("Escape");
    expect(queryStatus("2 selected")).toBeNull();
    press("x");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Linh" }), { shiftKey: true });
    expect(queryStatus("2 selected")).toBeTruthy();
    press("s");
    expect(await screen.findByText("2 entries marked as spam", {}, SLOW)).toBeTruthy();
    expect(api.moderateMany.guestbook).toHaveBeenCalledWith([1, 2], "spam");
    expect(api.moderateEntry).not.toHaveBeenCalled();
    await waitFor(() => expect(queryStatus("2 selected")).toBeNull());
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    const left = "1 change undone. Skipped because they have been changed or deleted since then: Minh";
    expect(await screen.findByText(left, {}, SLOW)).toBeTruthy();
    expect(api.undoModerateMany.guestbook).toHaveBeenCalledWith(9);
    await screen.findByRole("listitem", { name: "Linh" });
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    fireEvent.click(screen.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(api.moderateMany.guestbook).toHaveBeenLastCalledWith([1, 2, 3], "approved"));
  }, 30_000);

  // R227
  it("keeps a note during a bulk decision, and u undoes the last action", async () => {
    vi.mocked(api.moderateMany.guestbook).mockImplementation(async (ids, status) => {
      entries = entries.map((one) => (ids.includes(one.id) ? { ...one, status } : one));
      return { changedIds: ids, undoId: 9, canUndoUntil: "2026-11-21T08:10:00.000Z" };
    });
    vi.mocked(api.undoModerateMany.guestbook).mockImplementation(async (id) => {
      await new Promise((done) => setTimeout(done, 50));
      return { restoredIds: [id], leftAlone: [] };
    });
    entries.push(anEntry({ id: 5, authorName: "Hoa" }));
    show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    press("j");
    press("a");
    await screen.findByText("The entry by Linh was approved.");
    await waitFor(() => expect(screen.queryByRole("listitem", { name: "Linh" })).toBeNull());
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Minh" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select Đào" }));
    const note = screen.getByLabelText("Moderation notes on Minh");
    fireEvent.change(note, { target: { value: "Sells tours" } });
    fireEvent.click(screen.getByRole("button", { name: "Mark as Spam" }));
    const warning =
      "Notes can't be saved for several entries at once. Review Minh individually or clear the note.";
    expect(await screen.findByText(warning, {}, SLOW)).toBeTruthy();
    expect(api.moderateMany.guestbook).not.toHaveBeenCalled();
    fireEvent.change(note, { target: { value: "" } });
    const button = screen.getByRole("button", { name: "Mark as Spam" });
    button.focus();
    fireEvent.click(button);
    await screen.findByText("2 entries marked as spam", {}, SLOW);
    expect(screen.queryByText("The entry by Linh was approved.")).toBeNull();
    await waitFor(() => expect(screen.queryByRole("listitem", { name: "Minh" })).toBeNull());
    await waitFor(() =>
      expect(document.activeElement?.closest("[data-queue-item], #select-all")).toBeTruthy(),
    );
    // Past the moment in which a toast does not listen yet.
    await new Promise((done) => setTimeout(done, 50));
    fireEvent.click(document.body);
    fireEvent.keyDown(document.body, { key: "Escape" });
    await new Promise((done) => setTimeout(done, 1000));
    const undo = screen.getByRole("button", { name: "Undo" });
    fireEvent.click(undo);
    fireEvent.click(undo);
    press("u");
    await screen.findByText("1 change undone", {}, SLOW);
    expect(api.undoModerateMany.guestbook).toHaveBeenCalledTimes(1);
    expect(api.undoModeration).not.toHaveBeenCalled();
  }, 30_000);

  it("opens the form with e at its own URL", async () => {
    const router = show(<Moderation />, "/moderation");
    await screen.findByRole("listitem", { name: "Linh" });
    press("j");
    press("e");
    await waitFor(() => expect(router.state.location.pathname).toBe("/moderation/1"));
  });
});

describe("Guestbook Management", () => {
  // R141, R142, R143
  it("confirms a decision with the first 100 characters, and offers none for approved entries", async () => {
    const long = "Ộ".repeat(120);
    entries = [anEntry({ id: 1, authorName: "Linh", message: long }), anEntry({ id: 4, status: "approved" })];
    show(<EntryList />, "/guestbook");
    await screen.findByRole("tab", { name: "Pending (1)" });
    fireEvent.click(await screen.findByRole("button", { name: "Mark as Spam: Linh" }));
    const dialog = await screen.findByRole("dialog", { name: "Mark as Spam" });
    expect(dialog.textContent).toContain(`“${"Ộ".repeat(100)}…”`);
    fireEvent.click(within(dialog).getByRole("button", { name: "Mark as Spam" }));
    await waitFor(() => expect(api.moderateEntry).toHaveBeenCalledWith(1, "spam", undefined));
    expect(await screen.findByText("No entries found")).toBeTruthy();
    fireEvent.click(await screen.findByRole("tab", { name: "Approved (1)" }));
    const approved = await screen.findByRole("listitem");
    expect(within(approved).queryByRole("button", { name: /^(Approve|Reject|Mark as Spam)/ })).toBeNull();
  });

  // R144
  it("shows the first two comments and the number of the others", async () => {
    const comments = ["First", "Second", "Third"].map((comment, index) => ({
      id: index + 1,
      entryId: 4,
      entryMessage: "",
      parentCommentId: null,
      authorName: "Minh",
      authorId: null,
      authorEmail: null,
      comment,
      replyPlaceId: null,
      replyPlaceName: null,
      status: "approved" as const,
      spamScore: 0,
      spamReasons: [],
      notes: null,
      createdAt: "2026-11-20T10:00:00.000Z",
      moderatedAt: null,
    }));
    entries = [anEntry({ id: 4, comments, commentCount: 5 })];
    show(<EntryList />, "/guestbook");
    expect(await screen.findByText("Second")).toBeTruthy();
    expect(screen.queryByText("Third")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "+3 more comments" }));
    expect(screen.getByText("Third")).toBeTruthy();
  });
});
