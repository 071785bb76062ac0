import { Button, Dialog } from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { CoreAdminContext, ListContextProvider, memoryStore, useList } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useSaveKey } from "../src/form/useSaveKey";
import { KeysHelp } from "../src/keys/KeysHelp";
import { keysHelp } from "../src/keys/help";
import { useKeys } from "../src/keys/useKeys";
import { BulkBar } from "../src/list/BulkBar";
import { useSelection } from "../src/list/useSelection";
import { lightTheme } from "../src/theme/theme";

const theme = createTheme(lightTheme);

function show(element: React.ReactElement, store = memoryStore()) {
  render(
    <MemoryRouter>
      <CoreAdminContext store={store}>
        <ThemeProvider theme={theme}>
          <input aria-label="A field" />
          {element}
          <KeysHelp />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const press = (key: string, more: object = {}, on: Element = document.body) =>
  fireEvent.keyDown(on, { key, ...more });

afterEach(() => act(() => keysHelp.set(false)));

describe("shortcuts", () => {
  const run = { go: vi.fn(), spam: vi.fn(), save: vi.fn() };
  function Screen() {
    useKeys("This screen", [
      { key: "g s", does: "go to Settings", run: run.go },
      { key: "s", does: "spam", run: run.spam },
    ]);
    return <form ref={useSaveKey(run.save)} />;
  }

  afterEach(() => vi.clearAllMocks());

  it("are two keys in a row, one, or one that is held with Ctrl", () => {
    show(<Screen />);
    press("g");
    press("s");
    expect(run.go).toHaveBeenCalledTimes(1);
    expect(run.spam).not.toHaveBeenCalled();
    press("s");
    expect(run.spam).toHaveBeenCalledTimes(1);
    press("s", { ctrlKey: true });
    press("S", { metaKey: true });
    press("s", { ctrlKey: true, repeat: true });
    expect(run.save).toHaveBeenCalledTimes(2);
    press("ы", { ctrlKey: true, code: "KeyS" });
    expect(run.save, "on a Cyrillic layout").toHaveBeenCalledTimes(3);
    press("o", { ctrlKey: true, code: "KeyS" });
    expect(run.save, "where another Latin letter is in its place").toHaveBeenCalledTimes(3);
  });

  it("are letters where something is typed, but for those held with Ctrl", () => {
    show(<Screen />);
    const field = screen.getByLabelText("A field");
    press("s", {}, field);
    press("?", {}, field);
    expect(run.spam).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).toBeNull();
    press("s", { ctrlKey: true }, field);
    expect(run.save).toHaveBeenCalledTimes(1);
  });

  it("stand under ?, those of the screen first; single ones can be turned off", async () => {
    show(<Screen />);
    press("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    const titles = within(help).getAllByRole("heading", { level: 3 });
    expect(titles.at(-1)?.textContent).toBe("Everywhere");
    const listed = within(within(help).getByRole("region", { name: "This screen" }));
    expect(listed.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["g then s", "s"]);
    expect(within(help).getByRole("region", { name: "This form" }).textContent).toContain("Ctrl + SSave");
    press("s", {}, document.activeElement!);
    expect(run.spam, "the dialog is in front").not.toHaveBeenCalled();
    fireEvent.click(within(help).getByRole("switch"));
    act(() => keysHelp.set(false));
    cleanup();
    show(<Screen />);
  });

  it("stay off for users who turned them off when only the moderators' page had them", () => {
    const store = memoryStore();
    store.setItem("moderation.shortcuts", false);
    show(<Screen />, store);
    press("s");
    expect(run.spam).not.toHaveBeenCalled();
  });

  it("are not for the list behind a dialog whose focused button is disabled", () => {
    function Asking() {
      const [isBusy, setBusy] = useState(false);
      return (
        <Dialog open aria-label="A question">
          <Button autoFocus disabled={isBusy} onClick={() => setBusy(true)}>
            Send
          </Button>
        </Dialog>
      );
    }
    show(
      <>
        <Screen />
        <Asking />
      </>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    // The browser takes the focus from what is disabled; the dialog takes it back, onto the box around itself.
    const box = screen.getByRole("dialog").parentElement!;
    act(() => box.focus());
    expect(document.activeElement).toBe(box);
    press("s", {}, document.activeElement!);
    expect(run.spam).not.toHaveBeenCalled();
  });

  it("go with their screen", () => {
    show(<Screen />);
    cleanup();
    press("s");
    expect(run.spam).not.toHaveBeenCalled();
  });
});

// R227
describe("a selection", () => {
  let selection: ReturnType<typeof useSelection>;
  function List({ ids, page = 1 }: { ids: number[]; page?: number }) {
    const list = useList({ data: ids.map((id) => ({ id })) });
    return (
      <ListContextProvider value={{ ...list, page }}>
        <Selected />
        <BulkBar>{null}</BulkBar>
      </ListContextProvider>
    );
  }
  function Selected() {
    selection = useSelection();
    return null;
  }
  const list = (ids: number[], page?: number) => (
    <CoreAdminContext store={memoryStore()}>
      <ThemeProvider theme={theme}>
        <List ids={ids} page={page} />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const toggle = (id: number, isRange = false) => act(() => selection.toggle(id, isRange));

  it("takes one, a range, and all; Escape clears it", () => {
    render(list([5, 3, 9, 7]));
    toggle(3);
    toggle(7, true);
    expect(selection.ids).toEqual([3, 9, 7]);
    toggle(9);
    toggle(5, true);
    expect(selection.ids, "up as well as down").toEqual([5, 3, 9, 7]);
    toggle(9, true);
    expect(selection.ids, "and off as well as on").toEqual([7]);
    act(() => selection.toggleAll());
    expect(selection.isAll).toBe(true);
    act(() => selection.toggleAll());
    expect(selection.ids).toEqual([]);
    toggle(5);
    act(() => void press("Escape"));
    expect(selection.ids).toEqual([]);
    toggle(9, true);
    expect(selection.ids, "no range begins at what was cleared").toEqual([9]);
  });

  it("has only records that are on the screen", async () => {
    const { rerender } = render(list([5, 3, 9]));
    act(() => selection.toggleAll());
    rerender(list([9, 11]));
    await waitFor(() => expect(selection.ids).toEqual([9]));
    expect(selection.isAll).toBe(false);
  });

  it("ends with its page of the list", async () => {
    const { rerender } = render(list([5, 3, 9]));
    act(() => selection.toggleAll());
    rerender(list([4, 2], 2));
    rerender(list([5, 3, 9]));
    await waitFor(() => expect(selection.ids).toEqual([]));
  });

  it("keeps what was selected while a request was under way", () => {
    render(list([5, 3, 9]));
    toggle(5);
    const { remove } = selection;
    toggle(3);
    act(() => remove([5]));
    expect(selection.ids).toEqual([3]);
  });
});
