// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import type { ProfileResponse } from "@karst/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "@/api/queryClient";
import { profileQuery } from "./calls";
import { Profile } from "./Profile";

vi.mock("@/auth/authStore", () => ({ getSession: async () => ({ applyAccountChange: () => {} }) }));
vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

/** The account as the server stores it. */
let stored: ProfileResponse;

beforeEach(() => {
  stored = { uid: "linh", firstName: "Linh", lastName: "Tran", photoURL: null } as ProfileResponse;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") stored = { ...stored, ...((await request.json()) as object) };
    return Response.json(stored);
  });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** The form with the profile from the query cache, as the page renders it. */
function Page() {
  const { data } = useQuery(profileQuery("linh"), queryClient);
  return data ? <Profile profile={data} /> : null;
}

test.each(["Thanh", "Linh"])(
  "saving the first name %s shows a message and moves the focus to it",
  async (name) => {
    render(<Page />);
    const firstName = await screen.findByLabelText<HTMLInputElement>("First name");
    fireEvent.change(firstName, { target: { value: name } });
    const save = screen.getByRole("button", { name: "Save" });
    save.focus();
    fireEvent.click(save);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Profile saved"));
    expect(stored.firstName).toBe(name);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe(name));
  },
);

test("a name saved on another device replaces the shown name", async () => {
  render(<Page />);
  await screen.findByLabelText("First name");
  stored = { ...stored, firstName: "Mai" };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Mai"));
});
