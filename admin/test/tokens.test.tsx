import { createTheme, ThemeProvider } from "@mui/material/styles";
import { ApiError, type ApiTokenItem, type ProfileResponse } from "@karst/client";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";
import { ApiTokens } from "../src/tokens/ApiTokens";
import { apiTokens } from "../src/tokens/calls";
import { scopesOf, START, stateOf, toForm } from "../src/tokens/shape";

vi.mock("../src/tokens/calls", () => ({
  apiTokens: { own: vi.fn(), create: vi.fn(), revokeOwn: vi.fn() },
  OWN_TOKENS_KEY: ["account", "tokens"],
}));

const TOKEN: ApiTokenItem = {
  id: 3,
  name: "Nightly import",
  hint: "7Qx2",
  scopes: ["read", "places:write"],
  categoryIds: [1, 2],
  ownPlacesOnly: true,
  createdAt: "2026-11-21T08:00:00.000Z",
  expiresAt: "2999-02-19T08:00:00.000Z",
  lastUsedAt: "2026-11-22T08:00:00.000Z",
  lastUsedAddress: "203.0.113.7",
  revokedAt: null,
};
const PROFILE = { role: "admin", hasPassword: true, hasSecondFactor: false } as ProfileResponse;

function show(profile: ProfileResponse = PROFILE) {
  const auth = { checkAuth: async () => {}, checkError: async () => {} } as unknown as AuthProvider;
  const data = { getList: async () => ({ data: [], total: 0 }) } as unknown as DataProvider;
  const page = (
    <CoreAdminContext dataProvider={data} authProvider={auth} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <ApiTokens profile={profile} />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => void vi.mocked(apiTokens.own).mockResolvedValue([TOKEN]));
afterEach(() => void vi.clearAllMocks());

// R475
describe("the API tokens of an account", () => {
  it("are listed with scopes, limits and last use, and revoked after a question", async () => {
    show();
    const row = await screen.findByRole("listitem");
    expect(row.textContent).toContain("Nightly import …7Qx2");
    expect(row.textContent).toContain("Read, Places");
    expect(row.textContent).toContain("Own places only, Places in 2 categories");
    expect(row.textContent).toMatch(/Last used .+ from 203\.0\.113\.7/);
    vi.mocked(apiTokens.revokeOwn).mockResolvedValue({} as never);
    press("Revoke Nightly import");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
    await screen.findByText("Revoked “Nightly import”");
    expect(apiTokens.revokeOwn).toHaveBeenCalledExactlyOnceWith(3);
  });

  it("are created with the password and shown once", async () => {
    show();
    await screen.findByRole("listitem");
    press("Create token");
    const dialog = await screen.findByRole("dialog");
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    type(/^Name/, "Import");
    fireEvent.click(within(dialog).getByRole("checkbox", { name: /^Articles/ }));
    type(/^Your password/, "a guess");
    const problem = { status: 422, title: "Unprocessable Content", detail: "The password is incorrect" };
    const errors = [{ field: "password", message: "The password is incorrect", code: "password_incorrect" }];
    vi.mocked(apiTokens.create).mockRejectedValueOnce(
      new ApiError(
        422,
        JSON.stringify({ ...problem, type: "about:blank", code: "validation_failed", errors }),
        "",
      ),
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Create token" }));
    await within(dialog).findByText("The password is incorrect");
    type(/^Your password/, "seven-lanterns");
    vi.mocked(apiTokens.create).mockResolvedValueOnce({ token: "karst_secret", details: TOKEN });
    fireEvent.click(within(dialog).getByRole("button", { name: "Create token" }));
    const shown = await screen.findByLabelText("Token");
    expect((shown as HTMLTextAreaElement).value).toBe("karst_secret");
    expect(apiTokens.create).toHaveBeenLastCalledWith({
      name: "Import",
      scopes: ["read", "articles:write"],
      expiresInDays: 90,
      password: "seven-lanterns",
    });
    press("I have saved it");
    await waitFor(() => expect(screen.queryByLabelText("Token")).toBeNull());
  });

  it("ask for a code if the account has a second factor", async () => {
    show({ ...PROFILE, hasSecondFactor: true });
    press("Create token");
    await screen.findByLabelText(/^Code from the app/);
    expect(screen.queryByLabelText(/^Your password/)).toBeNull();
  });
});

// R476
describe("the form of a token", () => {
  it("offers owners only what their role can use", () => {
    expect(scopesOf("business_owner")).toEqual(["read", "places:write", "media:write", "drafts:write"]);
    expect(scopesOf("admin")).toHaveLength(8);
  });

  it("leaves out what is blank", () => {
    expect(toForm({ ...START, name: " Import " })).toEqual({
      name: "Import",
      scopes: ["read"],
      expiresInDays: 90,
    });
  });

  it("knows ended and expired tokens", () => {
    expect(stateOf(TOKEN)).toBe("valid");
    expect(stateOf({ ...TOKEN, expiresAt: "2026-11-21T08:00:00.000Z" })).toBe("expired");
    expect(stateOf({ ...TOKEN, revokedAt: "2026-11-21T08:00:00.000Z" })).toBe("ended");
  });
});
