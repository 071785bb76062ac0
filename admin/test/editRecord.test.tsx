import { QueryClient } from "@tanstack/react-query";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { CoreAdminContext, HttpError, memoryStore, type DataProvider, type RaRecord } from "react-admin";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { EditInDialog, EditOnPage } from "../src/form/EditRecord";
import { Toasts } from "../src/layout/Toasts";
import { lightTheme } from "../src/theme/theme";

vi.mock("../src/resources", () => ({ settings: async () => ({ brand: "Test Guide" }), resources: {} }));

const getOne = vi.fn<() => Promise<{ data: RaRecord }>>();
let queries: QueryClient;
afterEach(() => getOne.mockReset());

/** A form keeps the record with which it began. */
function Form({ record }: { record: RaRecord }) {
  const [start] = useState(record);
  return <p>Form of {start.name}</p>;
}

const EDIT = {
  resource: "caves",
  id: 7,
  title: "Edit Cave",
  words: { loading: "Loading cave...", failed: "Failed to fetch the cave" },
  children: (record: RaRecord) => <Form record={record} />,
};
const DIALOG = <EditInDialog {...EDIT} heights={[44]} onClose={() => {}} />;
const PAGE = <EditOnPage {...EDIT} />;

function show(edit: ReactNode) {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(["caves", "getOne", { id: "7", meta: undefined }], { id: 7, name: "an older copy" });
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ getOne } as unknown as DataProvider}
        queryClient={queries}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          {edit}
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

it.each([DIALOG, PAGE])("begins with the record as it is now, and keeps the form", async (edit) => {
  let respond = (_: { data: RaRecord }) => {};
  getOne.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  show(edit);
  expect((await screen.findByText("Loading cave...")).role).toBe("status");
  expect(screen.queryByText(/^Form/)).toBeNull();
  await act(async () => respond({ data: { id: 7, name: "Hang Én" } }));
  await screen.findByText("Form of Hang Én");

  getOne.mockRejectedValueOnce(new HttpError("The server rests.", 503));
  await act(async () => queries.invalidateQueries({ queryKey: ["caves"] }));
  await waitFor(() => expect(getOne).toHaveBeenCalledTimes(2));
  expect(screen.getByText("Form of Hang Én")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([DIALOG, PAGE])("says in its place why there is no form, and tries again", async (edit) => {
  getOne.mockRejectedValueOnce(new HttpError("The server rests.", 503));
  show(edit);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to fetch the cave");
  expect(alert.textContent).toContain("The server rests.");
  expect(screen.getAllByRole("alert"), "no toast says it again").toHaveLength(1);
  getOne.mockResolvedValueOnce({ data: { id: 7, name: "Hang Én" } });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Form of Hang Én")).toBeTruthy();
});

it("shows on a page that there is no such record", async () => {
  getOne.mockRejectedValueOnce(new HttpError("Missing", 404));
  show(PAGE);
  expect(await screen.findByRole("link", { name: "Back to Overview" })).toBeTruthy();
});
