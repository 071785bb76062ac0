import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ClaimResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { ClaimRow } from "../src/claims/ClaimRow";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/claims";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", () => ({ settings: async () => ({ brand: "Test Guide" }), resources: {} }));
vi.mock("../src/resources/claims", () => ({ decideClaim: vi.fn() }));
const api = vi.mocked(calls);

const CLAIM: ClaimResponse = {
  id: 3,
  place: { id: 7, slug: "lantern-cave", name: "Lantern Cave", isActive: true },
  account: { id: "linh", name: "Linh Tran", email: "linh@example.org" },
  method: "call",
  state: "open",
  isDispute: true,
  email: null,
  website: null,
  token: null,
  triesLeft: 20,
  note: null,
  expiresAt: "2027-02-19T08:00:00.000Z",
  createdAt: "2026-11-21T08:00:00.000Z",
  decidedAt: null,
  decidedBy: null,
};

beforeEach(() => vi.clearAllMocks());

function show(claim: ClaimResponse) {
  const auth = { checkAuth: async () => {}, checkError: async () => {} } as unknown as AuthProvider;
  const element = (
    <CoreAdminContext
      dataProvider={{} as DataProvider}
      authProvider={auth}
      store={memoryStore()}
      queryClient={new QueryClient()}
    >
      <ThemeProvider theme={createTheme(lightTheme)}>
        <ul>
          <ClaimRow claim={claim} />
        </ul>
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

const button = (name: string) => screen.findByRole("button", { name });

// R542
it("a waiting claim is approved or declined with the note of the admin", async () => {
  api.decideClaim.mockResolvedValue({ ...CLAIM, state: "approved" });
  show(CLAIM);
  expect(await screen.findByText("Has another owner")).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: "Note about the claim to Lantern Cave" }), {
    target: { value: " Called them " },
  });
  fireEvent.click(await button("Approve the claim to Lantern Cave"));
  await waitFor(() => expect(api.decideClaim).toHaveBeenCalledWith(3, "approve", "Called them"));
  expect(await screen.findByText("Claim approved")).toBeTruthy();
  expect(await button("Decline the claim to Lantern Cave")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Revoke the claim to Lantern Cave" })).toBeNull();
});

// R543
it("an approved claim can only be revoked", async () => {
  show({ ...CLAIM, state: "approved", isDispute: false });
  fireEvent.click(await button("Revoke the claim to Lantern Cave"));
  await waitFor(() => expect(api.decideClaim).toHaveBeenCalledWith(3, "revoke", null));
  expect(screen.queryByRole("button", { name: "Approve the claim to Lantern Cave" })).toBeNull();
});
