import { Button } from "@mui/material";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import {
  CoreAdminContext,
  memoryStore,
  useLogin,
  useLogout,
  useNotify,
  type AuthProvider,
} from "react-admin";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { Toasts, useToast } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";

const undo = vi.fn();

function Screen() {
  const toast = useToast();
  const notify = useNotify();
  const logout = useLogout();
  function expire() {
    notify("Your session has expired.", { type: "error" });
    void logout();
  }
  return (
    <>
      <h1>Overview</h1>
      <Button onClick={() => toast.undoable("Business deleted successfully", undo)}>Delete</Button>
      <Button onClick={expire}>Expire</Button>
      <Button onClick={() => void logout()}>Sign out</Button>
    </>
  );
}

function SignIn() {
  const login = useLogin();
  return (
    <>
      <h1>Sign in</h1>
      <Button onClick={() => void login({})}>Enter</Button>
    </>
  );
}

function show() {
  const auth = { login: async () => {}, logout: async () => {} } as unknown as AuthProvider;
  render(
    <MemoryRouter>
      <CoreAdminContext authProvider={auth} store={memoryStore()}>
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Routes>
            <Route path="/login" element={<SignIn />} />
            <Route path="*" element={<Screen />} />
          </Routes>
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("a toast of an account", () => {
  it("goes when the account signs out, and its Undo is neither a button nor a key any more", async () => {
    show();
    press("Delete");
    await screen.findByText("Business deleted successfully");
    press("Sign out");
    await screen.findByRole("heading", { name: "Sign in" });
    await waitFor(() => expect(screen.queryByText("Business deleted successfully")).toBeNull());
    fireEvent.keyDown(document.body, { key: "u" });
    expect(undo).not.toHaveBeenCalled();
  });

  it("that says why the sign-in page is shown stays there, and goes with the sign-in", async () => {
    show();
    press("Expire");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(screen.getByText("Your session has expired.")).toBeTruthy();
    press("Enter");
    await screen.findByRole("heading", { name: "Overview" });
    expect(screen.queryByText("Your session has expired.")).toBeNull();
  });
});
