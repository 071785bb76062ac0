import { Dialog } from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { UserResponse } from "@karst/client";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { longDate } from "../src/kit/dates";
import { Toasts } from "../src/layout/Toasts";
import { t } from "../src/messages/users.gen";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { PasswordLink } from "../src/users/PasswordLink";
import { PendingInvitation } from "../src/users/PendingInvitation";
import { UserCreate } from "../src/users/UserCreate";
import { anAccount, aUser } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  createPasswordLink: vi.fn(),
  emailPasswordLink: vi.fn(),
  sendInvitation: vi.fn(),
  signInConfig: vi.fn(),
}));

const LINK = "https://guide.test/login/reset?token=abc";
const CONFIG: Awaited<ReturnType<typeof api.signInConfig>> = {
  provider: "builtin",
  federated: [],
  openidName: null,
  passwordMinLength: 6,
  mail: false,
};
const EXPIRES = "2026-11-28T08:00:00.000Z";
const invited = aUser({ hasPassword: false, isEmailVerified: false, invitedAt: "2024-11-20T10:00:00.000Z" });

function show(element: React.ReactElement, create = vi.fn()) {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const page = (
    <CoreAdminContext
      dataProvider={{ create } as unknown as DataProvider}
      authProvider={auth}
      store={memoryStore()}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        {element}
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Stubs the clipboard. */
function clipboard(writeText = vi.fn(async (_text: string) => {})) {
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  return writeText;
}

beforeEach(() => {
  vi.mocked(api.createPasswordLink).mockReset();
  vi.mocked(api.createPasswordLink).mockResolvedValue({ kind: "invitation", link: LINK, expiresAt: EXPIRES });
  vi.mocked(api.signInConfig).mockResolvedValue(CONFIG);
});
afterEach(() => vi.unstubAllGlobals());

describe("a link to choose a password", () => {
  it("is copied, and its expiry is shown", async () => {
    const writeText = clipboard();
    const onInvited = vi.fn();
    show(<PasswordLink user={invited} isEmailed={false} onInvited={onInvited} />);
    press("Copy invitation link");
    expect(await screen.findByText(t("link.copied", { until: longDate(EXPIRES) }))).toBeTruthy();
    expect(onInvited).toHaveBeenCalledTimes(1);
    expect(vi.mocked(api.createPasswordLink).mock.calls).toEqual([[invited.id]]);
    expect(writeText.mock.calls).toEqual([[LINK]]);
    expect(screen.queryByDisplayValue(LINK)).toBeNull();
  });

  it("is a reset link for a user with a password", () => {
    show(<PasswordLink user={aUser()} isEmailed={false} />);
    expect(screen.getByRole("button").textContent).toBe("Copy reset link");
  });

  it.each([
    ["blocked", () => void clipboard(vi.fn().mockRejectedValue(new Error("NotAllowedError")))],
    ["missing, as without HTTPS", () => {}],
  ])("can be selected if the clipboard is %s", async (_name, setUp) => {
    setUp();
    show(<PasswordLink user={invited} isEmailed={false} />);
    press("Copy invitation link");
    const field = (await screen.findByLabelText("Link to choose a password")) as HTMLInputElement;
    expect([field.value, field.readOnly]).toEqual([LINK, true]);
    fireEvent.focus(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
    expect(screen.getByText(/^Your browser blocked copying/)).toBeTruthy();
  });

  it("can be created again after an error, which is shown", async () => {
    vi.mocked(api.createPasswordLink).mockRejectedValue(new Error("away"));
    show(<PasswordLink user={invited} isEmailed={false} />);
    press("Copy invitation link");
    expect(await screen.findByText("Failed to create the link")).toBeTruthy();
    const button = screen.getByRole("button", { name: "Copy invitation link" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
  });

  it("is emailed with a mail server, once for each press", async () => {
    let accept = () => {};
    vi.mocked(api.sendInvitation).mockReturnValue(
      new Promise(
        (resolve) => (accept = () => resolve({} as Awaited<ReturnType<typeof api.sendInvitation>>)),
      ),
    );
    const onInvited = vi.fn();
    show(<PasswordLink user={invited} isEmailed onInvited={onInvited} />);
    press("Send invitation again");
    press("Send invitation again");
    expect(screen.getByRole("status").textContent).toBe("");
    expect(onInvited).not.toHaveBeenCalled();
    accept();
    expect(await screen.findByText(t("link.invited", { email: invited.email }))).toBeTruthy();
    expect(vi.mocked(api.sendInvitation).mock.calls).toEqual([[invited.id]]);
    expect(onInvited).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("button", { name: "Copy invitation link" })).toBeTruthy();
  });

  it("is emailed as a first invitation to a user who was not invited yet", () => {
    show(<PasswordLink user={{ ...invited, invitedAt: null }} isEmailed />);
    expect(screen.getByRole("button", { name: "Send invitation" })).toBeTruthy();
  });

  it("is emailed as a reset link to a user with a password", async () => {
    vi.mocked(api.emailPasswordLink).mockResolvedValue(
      {} as Awaited<ReturnType<typeof api.emailPasswordLink>>,
    );
    const onInvited = vi.fn();
    show(<PasswordLink user={aUser()} isEmailed onInvited={onInvited} />);
    press("Email reset link");
    expect(await screen.findByText(t("link.emailed", { email: invited.email }))).toBeTruthy();
    expect(vi.mocked(api.emailPasswordLink).mock.calls).toEqual([[invited.email]]);
    expect(onInvited).not.toHaveBeenCalled();
  });

  it("shows an error if the server refuses to send the email", async () => {
    vi.mocked(api.emailPasswordLink).mockRejectedValue(new Error("away"));
    show(<PasswordLink user={aUser()} isEmailed />);
    press("Email reset link");
    expect(await screen.findByText("Failed to send the email")).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("");
  });
});

describe("an invited user", () => {
  it("is shown as such until the invitation is accepted", () => {
    const invitedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    show(<PendingInvitation invitedAt={invitedAt} />);
    expect(screen.getByText("Invited 3 days ago, not yet accepted")).toBeTruthy();
  });

  it("is not shown as such without an invitation", () => {
    show(<PendingInvitation invitedAt={null} />);
    expect(screen.queryByText(/^Invited/)).toBeNull();
  });
});

describe("a new user", () => {
  async function add() {
    const onClose = vi.fn();
    const create = vi.fn(async () => ({ data: invited as UserResponse }));
    show(
      <Dialog open>
        <UserCreate onClose={onClose} />
      </Dialog>,
      create,
    );
    await waitFor(() => expect(api.signInConfig).toHaveBeenCalled());
    type(/^First name/, "Linh");
    type(/^Last name/, "Tran");
    type(/^Email/, "linh@example.org");
    return { onClose, create };
  }

  it("is invited with a link without a mail server", async () => {
    const { onClose } = await add();
    expect(await screen.findByText(t("effects.invitationLink"))).toBeTruthy();
    press("Create User");
    expect(await screen.findByRole("dialog", { name: "Send the invitation" })).toBeTruthy();
    expect(screen.getByText("Linh Tran").tagName).toBe("BDI");
    expect(await screen.findByText("User created successfully")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy invitation link" }));
    expect(onClose).not.toHaveBeenCalled();
    press("Close");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("is invited by email with a mail server", async () => {
    vi.mocked(api.signInConfig).mockResolvedValue({ ...CONFIG, mail: true });
    const { onClose } = await add();
    press("Create User");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("button", { name: "Copy invitation link" })).toBeNull();
  });
});
