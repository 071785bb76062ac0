import { createTheme, ThemeProvider } from "@mui/material/styles";
import { ApiError, type Draft, type PlaceRequest, type PlaceResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, TextInput, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useDraftEditing } from "../src/drafts/useDraftEditing";
import { ConflictDialog } from "../src/form/ConflictDialog";
import { FormOnPage } from "../src/form/FormOnPage";
import { useRecordForm } from "../src/form/useRecordForm";
import { textOrNull } from "../src/kit/typed";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/drafts";
import * as revisions from "../src/resources/revisions";
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
vi.mock("../src/resources/revisions", () => ({ getRevision: vi.fn() }));
const api = vi.mocked(calls);

const KEY = { kind: "businesses", id: "7" } as const;
const PLACE = aPlace({ phone: "+84 1", website: "https://example.org" });

interface Text {
  name: string;
  phone: string;
  website: string;
}
const toText = (place: Partial<PlaceResponse>): Text => ({
  name: place.name ?? "",
  phone: place.phone ?? "",
  website: place.website ?? "",
});
const toForm = ({ name, phone, website }: Text): Partial<PlaceRequest> => ({
  name,
  phone: textOrNull(phone),
  website: textOrNull(website),
});

const update = vi.fn<DataProvider["update"]>();
const getOne = vi.fn<DataProvider["getOne"]>();
const onSaved = vi.fn();
const refusal = (status: number, more: object = {}) =>
  new ApiError(status, JSON.stringify({ status, title: "Refused", ...more }), "");

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  getOne.mockResolvedValue({ data: PLACE as never });
  api.saveDraft.mockImplementation(async (_, { baseVersion, fields, publishAt }, version) =>
    aDraft({ baseVersion, fields: fields as never, publishAt: publishAt ?? null, version: version + 1 }),
  );
  api.publishDraft.mockResolvedValue({ version: 4 });
});

function Editor({ place, draft }: { place: PlaceResponse; draft: Draft | null }) {
  const { conflict, ...editing } = useDraftEditing<PlaceResponse, Text, PlaceRequest>({
    recordKey: KEY,
    resource: "businesses",
    record: place,
    draft,
    isPublic: ({ isActive }) => isActive,
    toText,
    toForm,
    failed: "Failed to update",
    onSaved,
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
    <>
      <FormOnPage state={state} title="Place" saveLabel="Save">
        <TextInput source="name" label="Name" />
        <TextInput source="phone" label="Phone" />
        <TextInput source="website" label="Website" />
      </FormOnPage>
      <ConflictDialog title="Conflict" conflict={conflict} labelOf={(field) => field} />
    </>
  );
}

function show(draft: Draft | null = null, place = PLACE) {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const element = (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={{ update, getOne } as unknown as DataProvider}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      store={memoryStore()}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Editor place={place} draft={draft} />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

const input = (label: string) => screen.getByRole<HTMLInputElement>("textbox", { name: label });
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const DRAFT = aDraft({ fields: { phone: "+84 9" } as never });

describe("a public record without a draft", () => {
  it("saves only what differs as its draft, and nothing becomes public", async () => {
    show();
    expect(button("Publish")).toBeTruthy();
    type("Phone", "+84 9");
    press("Save draft");
    expect((await screen.findByText(/You see the draft/)).textContent).toContain(
      "Travelers see the version of Thu, Nov 21, 2024, 17:00.",
    );
    expect(api.saveDraft).toHaveBeenCalledExactlyOnceWith(
      KEY,
      { baseVersion: 3, fields: { phone: "+84 9" }, publishAt: null },
      0,
    );
    expect(update).not.toHaveBeenCalled();
    expect(input("Phone").value).toBe("+84 9");
  });

  it("publishes at once as before", async () => {
    update.mockResolvedValue({ data: { ...PLACE, version: 4, phone: "+84 9" } as never });
    show();
    type("Phone", "+84 9");
    press("Publish");
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(api.saveDraft).not.toHaveBeenCalled();
  });

  it("keeps the values of a draft that break a rule", async () => {
    show();
    type("Website", "example");
    press("Save draft");
    await screen.findByText(/You see the draft/);
    expect(input("Website").value).toBe("example");
    press("Publish");
    await waitFor(() => expect(input("Website").getAttribute("aria-invalid")).toBe("true"));
    expect(api.publishDraft).not.toHaveBeenCalled();
  });

  it("has no draft if nothing differs", async () => {
    show();
    press("Save draft");
    expect(await screen.findByText("Nothing differs from the public version.")).toBeTruthy();
    expect(api.saveDraft).not.toHaveBeenCalled();
  });
});

it("a record that is not public is saved as before", () => {
  show(null, { ...PLACE, isActive: false });
  expect(button("Save")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
});

describe("a draft", () => {
  it("opens with its values, and Save stores it as a whole", async () => {
    show(DRAFT);
    expect(input("Phone").value).toBe("+84 9");
    type("Name", "Hang Én");
    fireEvent.submit(screen.getByRole("form"));
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalled());
    expect(api.saveDraft).toHaveBeenCalledWith(
      KEY,
      { baseVersion: 3, fields: { name: "Hang Én", phone: "+84 9" }, publishAt: null },
      2,
    );
    expect(update).not.toHaveBeenCalled();
  });

  it("is published by its own call, after a save of what was typed", async () => {
    const published = { ...PLACE, version: 4, name: "Hang Én", phone: "+84 9" };
    getOne.mockResolvedValue({ data: published as never });
    show(DRAFT);
    type("Name", "Hang Én");
    press("Publish");
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(published));
    expect(api.saveDraft).toHaveBeenCalledTimes(1);
    expect(api.publishDraft).toHaveBeenCalledExactlyOnceWith(KEY, 3);
    expect(screen.queryByText(/You see the draft/)).toBeNull();
    expect(input("Name").value).toBe("Hang Én");
  });

  it("is merged with a newer public version before it is published", async () => {
    const newer = { ...PLACE, version: 5, phone: "+84 5", website: "https://new.example" };
    vi.mocked(revisions.getRevision).mockResolvedValue({ snapshot: { ...PLACE } } as never);
    getOne.mockResolvedValue({ data: newer as never });
    show({ ...DRAFT, recordVersion: 5 }, newer);
    press("Publish");
    const dialog = await screen.findByRole("dialog", { name: "The public version has changed" });
    expect(api.publishDraft).not.toHaveBeenCalled();
    expect(revisions.getRevision).toHaveBeenCalledWith(KEY, 3);
    expect(within(dialog).getByText("+84 5")).toBeTruthy();
    expect(within(dialog).getByText("https://new.example")).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("button", { name: "Save mine anyway" }));
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalled());
    expect(api.saveDraft).toHaveBeenCalledWith(
      KEY,
      { baseVersion: 5, fields: { phone: "+84 9" }, publishAt: null },
      2,
    );
    await waitFor(() => expect(input("Website").value).toBe("https://new.example"));
  });

  it("offers the merge if the record was changed while it was published", async () => {
    api.publishDraft.mockRejectedValue(refusal(412, { current: { ...PLACE, version: 5, phone: "+84 5" } }));
    show(DRAFT);
    press("Publish");
    const dialog = await screen.findByRole("dialog", { name: "The public version has changed" });
    expect(within(dialog).getByText("+84 5")).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(input("Phone").value).toBe("+84 9"));
  });

  it("that someone else saved meanwhile is offered beside one's own", async () => {
    const theirs = aDraft({ version: 3, accountName: "Minh Lê", fields: { phone: "+84 5" } as never });
    api.saveDraft.mockRejectedValueOnce(refusal(412, { current: theirs }));
    show(DRAFT);
    type("Phone", "+84 6");
    press("Save draft");
    const dialog = await screen.findByRole("dialog", { name: "Someone else saved this draft" });
    expect(dialog.textContent).toContain("Minh Lê saved this");
    fireEvent.click(within(dialog).getByRole("button", { name: "Save mine anyway" }));
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalledTimes(2));
    expect(api.saveDraft).toHaveBeenLastCalledWith(
      KEY,
      { baseVersion: 3, fields: { phone: "+84 6" }, publishAt: null },
      3,
    );
  });

  it("is saved if the response to the first attempt was lost", async () => {
    const fields = { phone: "+84 6" } as never;
    api.saveDraft.mockRejectedValueOnce(refusal(412, { current: aDraft({ version: 3, fields }) }));
    show(DRAFT);
    type("Phone", "+84 6");
    press("Save draft");
    expect(await screen.findByText("Draft saved. Travelers do not see it yet.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("that is gone leaves its values in the form, to be saved again", async () => {
    api.saveDraft.mockRejectedValueOnce(refusal(412, { current: null }));
    show(DRAFT);
    type("Name", "Hang Én");
    press("Save draft");
    expect(await screen.findByText(/Someone published or discarded this draft/)).toBeTruthy();
    expect(input("Name").value).toBe("Hang Én");
    expect(input("Phone").value).toBe("+84 9");
    press("Save draft");
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalledTimes(2));
    expect(api.saveDraft.mock.lastCall?.[2]).toBe(0);
  });

  it("is discarded after a question, and the public values are back", async () => {
    show(DRAFT);
    press("Discard draft");
    const question = await screen.findByRole("dialog", { name: "Discard this draft?" });
    fireEvent.click(within(question).getByRole("button", { name: "Discard draft" }));
    await waitFor(() => expect(input("Phone").value).toBe("+84 1"));
    expect(api.deleteDraft).toHaveBeenCalledExactlyOnceWith(KEY, 2);
    expect(screen.queryByText(/You see the draft/)).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(input("Phone").value).toBe("+84 9"));
    expect(api.saveDraft).toHaveBeenCalledExactlyOnceWith(
      KEY,
      { baseVersion: 3, fields: { phone: "+84 9" }, publishAt: null },
      0,
    );
  });

  it("is compared with the public version", async () => {
    show(DRAFT);
    press("Compare with public version");
    const dialog = await screen.findByRole("dialog", { name: /^Draft of/ });
    expect(within(dialog).getByText("1 field differs")).toBeTruthy();
    expect(within(dialog).getByText("+84 1")).toBeTruthy();
    expect(within(dialog).getByText("+84 9")).toBeTruthy();
  });
});

describe("a schedule", () => {
  const time = () => screen.getByLabelText<HTMLInputElement>(/Date and time/);

  it("is a future time on the clock of the region", async () => {
    show();
    type("Phone", "+84 9");
    press("Publish at…");
    await screen.findByRole("dialog");
    press("Schedule");
    expect(screen.getByRole("alert").textContent).toBe("Enter a date and a time.");
    fireEvent.change(time(), { target: { value: "2020-01-01T08:00" } });
    press("Schedule");
    expect(screen.getByRole("alert").textContent).toBe("Enter a time in the future.");
    fireEvent.change(time(), { target: { value: "2190-02-05T08:00" } });
    press("Schedule");
    expect(await screen.findByText("Goes live on Fri, Feb 5, 2190, 08:00.")).toBeTruthy();
    expect(api.saveDraft.mock.lastCall?.[1].publishAt).toBe("2190-02-05T01:00:00.000Z");
  });

  it("needs values that break no rule", async () => {
    show();
    type("Website", "example");
    press("Publish at…");
    await waitFor(() => expect(input("Website").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is kept by a save and canceled by a button", async () => {
    show({ ...DRAFT, publishAt: "2190-02-05T01:00:00.000Z" });
    type("Phone", "+84 6");
    press("Save draft");
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalledTimes(1));
    expect(api.saveDraft.mock.lastCall?.[1].publishAt).toBe("2190-02-05T01:00:00.000Z");
    press("Cancel schedule");
    await waitFor(() => expect(api.saveDraft).toHaveBeenCalledTimes(2));
    expect(api.saveDraft.mock.lastCall?.[1]).toMatchObject({ publishAt: null, fields: { phone: "+84 6" } });
    await waitFor(() => expect(screen.queryByText(/Goes live on/)).toBeNull());
  });

  it("that failed says why", () => {
    show({ ...DRAFT, publishAt: "2024-02-05T01:00:00.000Z", problem: "account_inactive" });
    expect(screen.getByText(/The account that scheduled it is not active/)).toBeTruthy();
    expect(button("Publish at…")).toBeTruthy();
  });
});
