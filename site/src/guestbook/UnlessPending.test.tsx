// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import type { EntryResponse } from "@karst/client";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/queryClient";
import type { AuthState } from "@/auth/user";
import { GuestbookPage } from "@/guestbook/GuestbookPage";
import { anEntry } from "./anEntry.fixture";
import { Experiences } from "./Experiences";

const state: AuthState = {
  kind: "signedIn",
  user: {
    uid: "linh",
    email: "linh@example.org",
    displayName: "Linh Tran",
    photoURL: null,
    role: "viewer",
    isActive: true,
    firstName: "Linh",
    lastName: "Tran",
  },
};
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/auth/AuthProvider", () => ({ useFirebaseAuth: () => ({ state }) }));
vi.mock("@/auth/authStore", () => ({
  getAuthState: () => state,
  whenAuthResolved: async () => state,
  subscribeToAuth: () => () => {},
}));
vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const experiences = (
  <Experiences place={{ id: 7, name: "Hang Én" }} entries={[]} heading="h2" className={undefined} />
);
const guestbook = <GuestbookPage entries={[]} total={0} intro="Stories" />;

test.each([
  ["a place", experiences, "No experiences shared yet"],
  ["the guestbook", guestbook, "No entries yet"],
])("the empty state of %s is shown unless an entry of the account is pending", async (_, page, empty) => {
  let entries: EntryResponse[] = [];
  vi.stubGlobal("fetch", async () => Response.json(entries));
  render(page);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(queryClient.getQueryCache().getAll()[0]?.state.data).toEqual([]));
  expect(screen.getByText(empty)).toBeTruthy();
  entries = [anEntry({ status: "pending", isOwn: true })];
  await queryClient.invalidateQueries();
  await screen.findByText("1 entry waiting for review");
  expect(screen.queryByText(empty)).toBeNull();
});
