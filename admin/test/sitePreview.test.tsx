import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { Draft, PlaceRequest, PlaceResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, TextInput, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDraftEditing } from "../src/drafts/useDraftEditing";
import { FormOnPage } from "../src/form/FormOnPage";
import { useRecordForm } from "../src/form/useRecordForm";
import { Toasts } from "../src/layout/Toasts";
import * as drafts from "../src/resources/drafts";
import * as calls from "../src/resources/previews";
import { lightTheme } from "../src/theme/theme";
import { aDraft, anAccount, aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: { businesses: { forms: { add: "PlaceRequest", change: "PlaceChanges" } } },
}));
vi.mock("../src/resources/drafts", () => ({
  allDrafts: vi.fn(async () => []),
  saveDraft: vi.fn(),
  deleteDraft: vi.fn(),
  publishDraft: vi.fn(),
}));
vi.mock("../src/resources/previews", () => ({
  createPreview: vi.fn(),
  listPreviews: vi.fn(),
  revokePreview: vi.fn(),
}));
const [api, previews] = [vi.mocked(drafts), vi.mocked(calls)];

const KEY = { kind: "businesses", id: "7" } as const;
const PLACE = aPlace({ phone: "+84 1" });
const URL_PATH = "/preview/GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA";
const LINK = {
  id: 3,
  note: "For Minh",
  accountId: "a",
  accountName: "Linh Tran",
  createdAt: "2026-11-29T00:00:00Z",
  expiresAt: "2026-12-06T00:00:00Z",
};

type Text = { name: string; phone: string };
const toText = (place: Partial<PlaceResponse>): Text => ({
  name: place.name ?? "",
  phone: place.phone ?? "",
});
const toForm = ({ name, phone }: Text): Partial<PlaceRequest> => ({ name: name.trim(), phone });

class NoObserver {
  observe() {}
  disconnect() {}
}

function setWidth(isWide: boolean) {
  const [addEventListener, removeEventListener] = [vi.fn(), vi.fn()];
  vi.stubGlobal("matchMedia", () => ({ matches: isWide, addEventListener, removeEventListener }));
}

beforeEach(() => {
  vi.clearAllMocks();
  setWidth(true);
  vi.stubGlobal("ResizeObserver", NoObserver);
  api.saveDraft.mockImplementation(async (_, { baseVersion, fields, publishAt }, version) =>
    aDraft({ baseVersion, fields: fields as never, publishAt: publishAt ?? null, version: version + 1 }),
  );
  previews.createPreview.mockResolvedValue({ ...LINK, url: URL_PATH });
  previews.listPreviews.mockResolvedValue([LINK]);
  previews.revokePreview.mockResolvedValue({} as never);
});
afterEach(() => vi.unstubAllGlobals());

function Editor({ draft }: { draft: Draft | null }) {
  const { conflict, ...editing } = useDraftEditing<PlaceResponse, Text, PlaceRequest>({
    recordKey: KEY,
    resource: "businesses",
    record: PLACE,
    draft,
    isPublic: ({ isActive }) => isActive,
    toText,
    toForm,
    failed: "Failed to update",
    onSaved: () => {},
  });
  const state = useRecordForm<Text, Partial<PlaceRequest>>({
    start: editing.start,
    stored: editing.stored,
    save: editing.save,
    drafting: editing.drafting,
    form: "PlaceChanges",
    shape: toForm,
  });
  return (
    <FormOnPage state={state} title="Place" saveLabel="Save" preview={{}}>
      {conflict && "Conflict"}
      <TextInput source="name" label="Name" />
      <TextInput source="phone" label="Phone" />
    </FormOnPage>
  );
}

function show(draft: Draft | null = null) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const element = (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={{ getOne: async () => ({ data: PLACE }) } as unknown as DataProvider}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      store={memoryStore()}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Editor draft={draft} />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

const input = (label: string) => screen.getByRole<HTMLInputElement>("textbox", { name: label });
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const open = () => press("Preview on the site");
/** The frame that is shown, and the hidden one in which the next version is loaded. */
const frame = () => screen.findByTitle<HTMLIFrameElement>("The page with the draft");
const nextFrame = () =>
  waitFor(() => {
    const next = document.querySelector<HTMLIFrameElement>("iframe:not([title])");
    expect(next?.src).toContain(URL_PATH);
    return next!;
  });
const DRAFT = aDraft({ fields: { phone: "+84 9" } as never });

/** A message of the page in the frame. */
async function receive(data: unknown, source?: unknown) {
  const from = source === undefined ? (await frame()).contentWindow : source;
  const event = Object.defineProperty(new MessageEvent("message", { data }), "source", { value: from });
  act(() => void dispatchEvent(event));
}

// R471
describe("the preview beside a form", () => {
  it("begins a draft, and shows it in a frame without the console's origin", async () => {
    show();
    open();
    const element = await nextFrame();
    expect(api.saveDraft).toHaveBeenCalledWith(KEY, { baseVersion: 3, fields: {}, publishAt: null }, 0);
    expect(previews.createPreview).toHaveBeenCalledExactlyOnceWith(KEY, { isShared: false });
    expect(element.getAttribute("sandbox")).toBe("allow-scripts");
    await receive({ preview: "ready" }, element.contentWindow);
    expect(screen.getByText(/The page shows the draft/)).toBeTruthy();
    expect(await frame()).toBe(element);
  });

  it("saves the draft after a pause in typing, without a message, and keeps what is under the cursor", async () => {
    show(DRAFT);
    open();
    await frame();
    api.saveDraft.mockClear();
    type("Name", "Hang ");
    type("Name", "Hang Én ");
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalled());
    expect(api.saveDraft).toHaveBeenCalledExactlyOnceWith(
      KEY,
      expect.objectContaining({ fields: { name: "Hang Én", phone: "+84 9" } }),
      expect.any(Number),
    );
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    expect(input("Name").value).toBe("Hang Én ");
    expect(screen.queryByText("Draft saved. Travelers do not see it yet.")).toBeNull();
    expect(previews.createPreview).toHaveBeenCalledTimes(1);
  });

  it("begins no draft again once it was discarded", async () => {
    show(DRAFT);
    open();
    await frame();
    press("Discard draft");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard draft" }));
    expect(await screen.findByText(/This record has none/)).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(api.saveDraft).not.toHaveBeenCalled();
    press("Begin a draft");
    await frame();
    expect(api.saveDraft).toHaveBeenCalledTimes(1);
  });

  it("scrolls the page to where it was, and leads from a part of it to the field", async () => {
    show(DRAFT);
    open();
    await receive({ preview: "ready" }, (await nextFrame()).contentWindow);
    await receive({ preview: "scrolled", top: 420 });
    type("Name", "Hang Én");
    const next = (await nextFrame()).contentWindow!;
    const post = vi.spyOn(next, "postMessage");
    await receive({ preview: "ready" }, next);
    expect(post).toHaveBeenCalledWith({ preview: "scroll", top: 420 }, "*");
    await receive({ preview: "field", field: "phone" });
    await waitFor(() => expect(document.activeElement).toBe(input("Phone")));
  });

  // R469
  it("ignores messages of other windows", async () => {
    show(DRAFT);
    open();
    await frame();
    await receive({ preview: "field", field: "phone" }, window);
    await receive({ preview: "ready" }, null);
    await receive({ preview: "ready" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.activeElement).not.toBe(input("Phone"));
    expect(screen.getByText("Loading the page…")).toBeTruthy();
  });

  it("is a dialog in narrow windows, which closes when a part is chosen", async () => {
    setWidth(false);
    show(DRAFT);
    open();
    expect(await screen.findByRole("dialog", { name: "Preview on the site" })).toBeTruthy();
    await receive({ preview: "ready" }, (await nextFrame()).contentWindow);
    await receive({ preview: "field", field: "name" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(input("Name")));
  });
});

// R470
it("a shared link is made with its lifetime and note, shown once, listed and revoked", async () => {
  show(DRAFT);
  press("Share preview");
  const dialog = within(await screen.findByRole("dialog", { name: "Share preview" }));
  fireEvent.change(dialog.getByRole("textbox", { name: "Note" }), { target: { value: " For Minh " } });
  fireEvent.click(dialog.getByRole("button", { name: "Create link" }));
  const link = await dialog.findByRole<HTMLInputElement>("textbox", { name: "Link" });
  expect(link.value).toBe(location.origin + URL_PATH);
  const body = { isShared: true, validHours: 168, note: "For Minh" };
  expect(previews.createPreview).toHaveBeenCalledExactlyOnceWith(KEY, body);
  fireEvent.click(await dialog.findByRole("button", { name: "Revoke the link: For Minh" }));
  await waitFor(() => expect(previews.revokePreview).toHaveBeenCalledWith(KEY, 3));
  expect(await screen.findByText("Link revoked")).toBeTruthy();
  expect(dialog.queryByRole("textbox", { name: "Link" })).toBeNull();
});
