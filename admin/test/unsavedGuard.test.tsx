import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider, useNavigate } from "react-router-dom";
import { expect, it } from "vitest";
import { DeleteRecord } from "../src/form/DeleteRecord";
import { UnsavedGuard } from "../src/layout/UnsavedGuard";

function show(page: ReactNode) {
  const dataProvider = { delete: async () => ({ data: { id: 3 } }) } as unknown as DataProvider;
  const element = (
    <CoreAdminContext dataProvider={dataProvider} store={memoryStore()}>
      {page}
    </CoreAdminContext>
  );
  const router = createMemoryRouter([
    { path: "/", element },
    { path: "/other", element: "Other" },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

it("asks for a form although a dialog over it has a guard of its own", async () => {
  const router = show(
    <>
      <UnsavedGuard isUnsaved={() => true} />
      <UnsavedGuard isUnsaved={() => false} />
    </>,
  );
  await act(() => router.navigate("/other"));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe("/");
  await act(() => router.navigate("/other"));
  fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});

it("leaves the form of a deleted record without a question", async () => {
  const words = { title: "Delete?", yes: "Delete", no: "Cancel", done: "Deleted", failed: "Failed" };
  function Page() {
    const navigate = useNavigate();
    return (
      <>
        <UnsavedGuard isUnsaved={() => true} />
        <DeleteRecord
          resource="articles"
          record={{ id: 3 }}
          words={words}
          onClose={() => {}}
          onDeleted={() => void navigate("/other")}
        >
          Really?
        </DeleteRecord>
      </>
    );
  }
  const router = show(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});
