import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it } from "vitest";
import { UnsavedGuard } from "../src/layout/UnsavedGuard";

it("asks for a form although a dialog over it has a guard of its own", async () => {
  const page = (
    <>
      <UnsavedGuard isUnsaved={() => true} />
      <UnsavedGuard isUnsaved={() => false} />
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: page },
    { path: "/other", element: "Other" },
  ]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate("/other"));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe("/");
  await act(() => router.navigate("/other"));
  fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});
