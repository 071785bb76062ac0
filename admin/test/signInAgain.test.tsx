import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "../src/api";
import { createAuthProvider } from "../src/authProvider";
import { signInAgain } from "../src/identity/signInAgain";
import { useAccount } from "../src/identity/useAccount";
import { loadAnew, toSignIn } from "../src/layout/leave";
import { SignInAgain } from "../src/layout/SignInAgain";
import { lightTheme } from "../src/theme/theme";
import { anAccount } from "./things";

vi.mock("../src/api", () => ({ session: { current: vi.fn(), signIn: vi.fn(), signOut: vi.fn() } }));
vi.mock("../src/layout/leave", () => ({ loadAnew: vi.fn(), toSignIn: vi.fn() }));

const LINH = anAccount();
const MINH = anAccount({ uid: "u2", email: "minh@example.org", displayName: "Minh" });
let known = LINH;

function Name() {
  return <p>{useAccount().account?.displayName}</p>;
}

function show() {
  const auth = { getPermissions: async () => known } as unknown as AuthProvider;
  return render(
    <MemoryRouter>
      <CoreAdminContext authProvider={auth} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Name />
          <SignInAgain account={LINH} />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const prompt = () => screen.queryByRole("dialog", { name: "Your session has expired." });
const elsewhere = () =>
  window.dispatchEvent(new StorageEvent("storage", { key: "firebaseToken", newValue: "new" }));

beforeEach(() => {
  vi.clearAllMocks();
  known = LINH;
});
afterEach(() => act(() => signInAgain.set(false)));

describe("the sign-in over an unsaved form", () => {
  async function enter() {
    show();
    act(() => signInAgain.set(true));
    const email = await screen.findByLabelText<HTMLInputElement>("Email");
    expect(email.value).toBe("linh@example.org");
    expect(email.readOnly).toBe(true);
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
    fireEvent.submit(screen.getByRole("form", { name: "Sign in" }));
    await waitFor(() =>
      expect(session.signIn).toHaveBeenCalledWith({ email: "linh@example.org", password: "secret" }),
    );
  }

  it("is for the account that typed: the form goes on", async () => {
    vi.mocked(session.signIn).mockResolvedValue(LINH);
    await enter();
    await waitFor(() => expect(prompt()).toBeNull());
    expect(loadAnew).not.toHaveBeenCalled();
  });

  it("leaves the page when the answer is another account", async () => {
    vi.mocked(session.signIn).mockResolvedValue(MINH);
    await enter();
    await waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(1));
    expect(prompt(), "nothing is saved as Minh's meanwhile").toBeTruthy();
  });

  it("goes on when the same account signs in in another tab, with the rights it has now", async () => {
    show();
    expect(await screen.findByText("Linh Tran")).toBeTruthy();
    act(() => signInAgain.set(true));
    known = anAccount({ displayName: "Linh Nguyễn" });
    vi.mocked(session.current).mockResolvedValue({ token: "new", user: known });
    elsewhere();
    await waitFor(() => expect(prompt()).toBeNull());
    expect(await screen.findByText("Linh Nguyễn")).toBeTruthy();
    expect(loadAnew).not.toHaveBeenCalled();
  });

  it("leaves the page when another account signs in in another tab", async () => {
    show();
    act(() => signInAgain.set(true));
    vi.mocked(session.current).mockResolvedValue({ token: "new", user: MINH });
    elsewhere();
    await waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(1));
    expect(prompt()).toBeTruthy();
  });

  it("leads somebody else to the sign-in page", async () => {
    show();
    act(() => signInAgain.set(true));
    fireEvent.click(await screen.findByRole("button", { name: "Use another account" }));
    await waitFor(() => expect(toSignIn).toHaveBeenCalledTimes(1));
    expect(session.signOut).toHaveBeenCalledTimes(1);
    expect(session.signIn).not.toHaveBeenCalled();
  });

  it("goes with the screen, and with signing in on the page for it", async () => {
    const { unmount } = show();
    act(() => signInAgain.set(true));
    unmount();
    show();
    expect(prompt()).toBeNull();
    act(() => signInAgain.set(true));
    const provider = createAuthProvider(session);
    await act(async () => void (await provider.login({ email: LINH.email, password: "secret" })));
    await waitFor(() => expect(prompt()).toBeNull());
  });
});
