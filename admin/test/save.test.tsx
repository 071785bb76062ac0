import type { Warning } from "@karst/client";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { onlineManager, MutationObserver } from "@tanstack/react-query";
import { Dialog } from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { CoreAdminContext, HttpError, memoryStore, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ArticleForm } from "../src/articles/ArticleForm";
import { toText as articleText } from "../src/articles/shape";
import { BusinessForm } from "../src/businesses/BusinessForm";
import { toText } from "../src/businesses/shape";
import { Message } from "../src/contact/Message";
import { ConflictDialog } from "../src/form/ConflictDialog";
import { notSaved, type Outcome } from "../src/form/useRecordForm";
import { EntryForm } from "../src/guestbook/EntryForm";
import { toChanges, toText as entryText } from "../src/guestbook/shape";
import { queryClient } from "../src/queryClient";
import { Toasts, useToast } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";
import { aMessage, anArticle, anEntry, aPlace } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  stats: vi.fn(),
  placesNamed: async () => [],
  restoreMessage: vi.fn(),
}));

function show(element: React.ReactElement) {
  const data = { getList: async () => ({ data: [], total: 0 }) } as unknown as DataProvider;
  const page = (
    <CoreAdminContext dataProvider={data} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>{element}</ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
}

describe("saving without a network", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("fails at once, and is not sent later behind the editor's back", async () => {
    onlineManager.setOnline(false);
    const send = vi.fn(async () => {
      throw new HttpError("Failed to fetch", 0);
    });
    const saving = new MutationObserver(queryClient, { mutationFn: send });
    await expect(saving.mutate()).rejects.toThrow("Failed to fetch");
    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("says so in the form, keeps what was typed, and offers to try again", async () => {
    const save = vi.fn<() => Promise<Outcome>>(async () => notSaved(new HttpError("Failed to fetch", 0)));
    show(
      <BusinessForm
        start={toText(aPlace())}
        form="PlaceRequest"
        copyName="businesses/new"
        save={save}
        maySetAdminFields
      />,
    );
    const phone = screen.getByLabelText<HTMLInputElement>("Phone");
    fireEvent.change(phone, { target: { value: "0232 1" } });
    fireEvent.submit(screen.getByRole("form"));
    await screen.findByText("Couldn't save: the server can't be reached. Your changes are still here.");
    expect(phone.value).toBe("0232 1");
    save.mockResolvedValue({ isSaved: true });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeTruthy());
    expect(save).toHaveBeenCalledTimes(2);
    expect(screen.queryByText(/can't be reached/)).toBeNull();
  });
});

const onceUnreached = () =>
  vi
    .fn<() => Promise<Outcome>>(async () => ({ isSaved: true }))
    .mockResolvedValueOnce(notSaved(new HttpError("Failed to fetch", 0)));

it("saves the note of a message without leaving the page", async () => {
  show(
    <Dialog open>
      <Message message={aMessage()} onClose={() => {}} />
    </Dialog>,
  );
  const form = (await screen.findByLabelText("Note")).closest("form")!;
  // The browser would load the page again unless the event is canceled.
  expect(fireEvent.submit(form)).toBe(false);
});

describe("a save whose response is lost", () => {
  const common = { title: "Edit", saveLabel: "Save", onClose: () => {} };
  it.each<[string, (save: () => Promise<Outcome>) => React.ReactElement]>([
    [
      "an article",
      (save) => <ArticleForm start={articleText(anArticle())} form="ArticleChanges" save={save} />,
    ],
    [
      "a guestbook entry",
      (save) => (
        <EntryForm
          {...common}
          start={entryText(anEntry())}
          form="EntryChanges"
          shape={toChanges}
          save={save}
        />
      ),
    ],
  ])("shows an error in the form of %s, with a button to try again", async (_, form) => {
    const save = onceUnreached();
    show(<Dialog open>{form(save)}</Dialog>);
    fireEvent.submit((await screen.findByText("Save")).closest("form")!);
    await screen.findByText("Couldn't save: the server can't be reached. Your changes are still here.");
    await act(async () => fireEvent.click(screen.getByText("Try again")));
    expect(save).toHaveBeenCalledTimes(2);
    expect(screen.queryByText(/can't be reached/)).toBeNull();
    expect(screen.getByText("Save")).toBeTruthy();
  });
});

describe("a conflict", () => {
  it("shows both versions of each field, and says which only they changed", () => {
    const before = { ...toText(aPlace()), phone: "0", isPremium: false };
    const theirs = { ...before, phone: "1", email: "", isPremium: true };
    const mine = { ...before, phone: "2", address: "Here" };
    const ways = { onKeep: () => {}, onReload: () => {}, onOverwrite: () => {} };
    show(
      <ConflictDialog
        title="Someone else changed this business"
        conflict={{ before, theirs, mine, changedAt: new Date().toISOString(), ...ways }}
        labelOf={(field) => field}
      />,
    );
    const rows = (title: string) => {
      const part = within(screen.getByRole("region", { name: title }));
      const labels = part.getAllByRole("heading", { level: 4 }).map(({ textContent }) => textContent);
      const values = part.getAllByRole("definition").map(({ textContent }) => textContent);
      return labels.map((label, at) => [label, values[2 * at], values[2 * at + 1]]);
    };
    expect(rows("Changed by both of you")).toEqual([["phone", "1", "2"]]);
    expect(rows("Changed only by them")).toEqual([
      ["email", "(empty)", "cave@example.org"],
      ["isPremium", "Yes", "No"],
    ]);
  });
});

describe("a save with warnings", () => {
  function Saving({ warnings }: { warnings?: Warning[] }) {
    const toast = useToast();
    return <button onClick={() => toast.done("Article updated successfully", "Live", warnings)}>Save</button>;
  }
  const shown = (warnings?: Warning[]) => {
    show(
      <>
        <Saving warnings={warnings} />
        <Toasts />
      </>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };

  it("lists what was removed, until it is dismissed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const message = "Removed elements, but kept their text: u";
    shown([{ field: "contentHtml", code: "element_unwrapped", message }]);
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByRole("listitem").textContent).toBe(message);
    expect(alert.textContent).toContain("Article updated successfully");
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByRole("alert")).toBeTruthy();
    vi.useRealTimers();
  });

  it("without any is shown as a success", async () => {
    shown();
    expect((await screen.findByRole("status")).textContent).toContain("Article updated successfully");
    expect(screen.queryByRole("listitem")).toBeNull();
  });
});
