import { Button, Dialog, TextField } from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { CoreAdminContext, memoryStore } from "react-admin";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useSaveKey } from "../src/form/useSaveKey";
import { Confirm } from "../src/layout/Confirm";
import { Toasts } from "../src/layout/Toasts";
import PickDialog from "../src/media/PickDialog";
import { AskDialog } from "../src/form/AskDialog";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", () => ({
  libraryPage: async () => ({ data: [], total: 0 }),
  restoreImage: vi.fn(),
  resources: {},
}));

const page = vi.fn();
const inner = vi.fn();
afterEach(() => vi.clearAllMocks());

function Form({ name, save, children }: { name: string; save: () => void; children?: ReactNode }) {
  const ref = useSaveKey(save);
  return (
    <form ref={ref} aria-label={name}>
      <TextField id={name} label={`Field of ${name}`} />
      {children}
    </form>
  );
}

function show(dialog: ReactNode) {
  render(
    <CoreAdminContext store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Form name="the page" save={page}>
          {dialog}
        </Form>
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>,
  );
}

/** Presses Ctrl+S where the focus is; returns whether the browser's own save dialog is prevented. */
const pressSave = () => !fireEvent.keyDown(document.activeElement!, { key: "s", ctrlKey: true });

const nothing = () => {};
const confirm = (isOpen: boolean) => (
  <Confirm isOpen={isOpen} title="Delete?" yes="Delete" no="Keep" onYes={nothing} onNo={nothing}>
    It is gone for good.
  </Confirm>
);

describe("Ctrl+S with a dialog open over the form", () => {
  it.each([
    ["the library", <PickDialog key="" isMany={false} onClose={nothing} onPick={nothing} />],
    [
      "a link's address",
      <AskDialog key="" isOpen title="Link" yes="Set link" onYes={inner} onClose={nothing} onExited={nothing}>
        <TextField id="address" label="Address" autoFocus />
      </AskDialog>,
    ],
    ["a confirmation", confirm(true)],
  ])("saves nothing and prevents the browser's dialog: %s", async (_, dialog) => {
    show(dialog);
    const open = await screen.findByRole("dialog");
    expect(open.parentElement!.contains(document.activeElement)).toBe(true);
    expect(pressSave()).toBe(true);
    // The browser takes the focus from an element that is disabled or removed.
    act(() => (document.activeElement as HTMLElement).blur());
    expect(document.activeElement).toBe(document.body);
    expect(pressSave()).toBe(true);
    expect(page).not.toHaveBeenCalled();
    expect(inner).not.toHaveBeenCalled();
  });

  it("saves the dialog's own form alone, until another dialog opens over it", async () => {
    function Editing() {
      const [isAsked, setAsked] = useState(false);
      return (
        <Dialog open aria-label="A picture">
          <Form name="the picture" save={inner}>
            <Button onClick={() => setAsked(true)}>Delete the picture</Button>
          </Form>
          {confirm(isAsked)}
        </Dialog>
      );
    }
    show(<Editing />);
    screen.getByLabelText("Field of the picture").focus();
    expect(pressSave()).toBe(true);
    expect(inner).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole("button", { name: "Delete the picture" }));
    await screen.findByRole("dialog", { name: "Delete?" });
    expect(pressSave()).toBe(true);
    expect(inner).toHaveBeenCalledTimes(1);
    expect(page).not.toHaveBeenCalled();
  });

  it("saves the form again at once when the dialog closes, while it fades out", async () => {
    function Leaving() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Leave the page</Button>
          <Confirm
            isOpen={isOpen}
            title="Leave?"
            yes="Leave"
            no="Stay"
            onYes={nothing}
            onNo={() => setOpen(false)}
          >
            Changes are lost.
          </Confirm>
        </>
      );
    }
    show(<Leaving />);
    const leave = screen.getByRole("button", { name: "Leave the page" });
    leave.focus();
    fireEvent.click(leave);
    fireEvent.click(await screen.findByRole("button", { name: "Stay" }));
    expect(screen.queryByText("Leave?"), "it fades out").toBeTruthy();
    expect(pressSave()).toBe(true);
    expect(page).toHaveBeenCalledTimes(1);
  });
});

describe("the form of a dialog that opens over another dialog's form", () => {
  it("is submitted alone", async () => {
    const pictureSaved = vi.fn();
    show(
      <AskDialog isOpen title="Image" yes="Set image" onYes={inner} onClose={nothing} onExited={nothing}>
        <TextField id="address" label="Image address" />
        <Dialog open aria-label="Edit Image">
          <form aria-label="Edit Image" onSubmit={pictureSaved}>
            <Button type="submit">Save</Button>
          </form>
        </Dialog>
      </AskDialog>,
    );
    fireEvent.submit(await screen.findByRole("form", { name: "Edit Image" }));
    expect(pictureSaved).toHaveBeenCalledTimes(1);
    expect(inner).not.toHaveBeenCalled();
    fireEvent.submit(screen.getByLabelText("Image address").closest("form")!);
    expect(inner).toHaveBeenCalledTimes(1);
  });
});
