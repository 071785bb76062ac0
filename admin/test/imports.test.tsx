import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ImportResponse, ImportRow } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import ImportPage from "../src/imports/ImportPage";
import { columnsOf, firstTab, obstacle, withCategory, withField } from "../src/imports/shape";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/imports";
import { lightTheme } from "../src/theme/theme";
import { anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));
vi.mock("../src/resources/imports", () => ({
  getImport: vi.fn(),
  importRows: vi.fn(),
  updateImportMapping: vi.fn(),
  decideImportRows: vi.fn(),
  applyImport: vi.fn(),
  undoImport: vi.fn(),
  deleteImport: vi.fn(),
}));
const api = vi.mocked(calls);

const NONE = { pending: 0, create: 0, change: 0, same: 0, duplicate: 0, skip: 0, refuse: 0 };

function anImport(changes: Partial<ImportResponse> = {}): ImportResponse {
  return {
    id: 3,
    version: 5,
    name: "places.csv",
    format: "csv",
    encoding: "utf-8",
    separator: ";",
    state: "ready",
    rowCount: 4,
    doneCount: 4,
    totalCount: 4,
    columns: [
      { name: "Ghi chú", examples: ["x"], filledCount: 1 },
      { name: "Tên", examples: ["Hang Én"], filledCount: 4 },
    ],
    mapping: {
      columns: [
        { column: "Ghi chú", field: null },
        { column: "Tên", field: "name" },
      ],
      categories: [],
      defaultCategoryId: null,
      source: "places.csv",
      license: null,
      clearsEmpty: false,
      leavesOutInvalid: false,
    },
    counts: { ...NONE, create: 2, change: 1, refuse: 1 },
    categoryValues: [{ value: "Khác", rowCount: 1, categoryId: null }],
    problem: null,
    publishes: false,
    leftAloneCount: 0,
    accountId: "u1",
    accountName: "Linh Tran",
    createdAt: "2026-11-20T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
    appliedAt: null,
    canUndoUntil: null,
    ...changes,
  };
}

function aRow(changes: Partial<ImportRow> = {}): ImportRow {
  return {
    number: 2,
    action: "change",
    name: "Hang Én",
    placeId: 7,
    changes: [{ field: "phone", before: null, after: "+84 232 000 111" }],
    reasons: [],
    candidates: [],
    decision: null,
    ...changes,
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  api.getImport.mockResolvedValue(anImport());
  api.importRows.mockResolvedValue({ data: [aRow()], total: 1 });
});

function show(path = "/imports/3?step=result") {
  const authProvider = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const getList = async () => ({ data: [{ id: 4, name: "Caves" }], total: 1 });
  render(
    <MemoryRouter initialEntries={[path]}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={{ getList } as unknown as DataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <Routes>
            <Route path="/imports/:id" element={<ImportPage />} />
          </Routes>
          <Toasts />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

it("orders columns, changes the mapping and names what prevents an import", () => {
  const { columns, mapping } = anImport();
  expect(columnsOf({ columns, mapping }).map(({ name, field }) => [name, field])).toEqual([
    ["Tên", "name"],
    ["Ghi chú", null],
  ]);
  expect(withField(mapping, "Ghi chú", "hours").columns[0]).toEqual({ column: "Ghi chú", field: "hours" });
  expect(withField({ ...mapping, columns: [] }, "Tên", "name").columns).toHaveLength(1);
  const chosen = withCategory(mapping, "Khác", 4);
  expect([chosen.categories, withCategory(chosen, "Khác", null).categories]).toEqual([
    [{ value: "Khác", categoryId: 4 }],
    [],
  ]);
  expect(firstTab({ counts: { ...NONE, same: 3, refuse: 1 } })).toBe("refuse");
  const of = (counts: Partial<typeof NONE>) => obstacle({ state: "ready", counts: { ...NONE, ...counts } });
  expect([of({}), of({ create: 1 }), of({ create: 1, duplicate: 1 }), of({ change: 5001 })]).toEqual([
    "empty",
    null,
    "undecided",
    "tooMany",
  ]);
});

it("names the columns that are not imported, and saves a changed mapping", async () => {
  api.updateImportMapping.mockResolvedValue(anImport({ version: 6, state: "checking" }));
  show("/imports/3");
  expect(await screen.findByText("This column is not imported: Ghi chú")).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /Category for Khác/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Caves" }));
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(api.updateImportMapping).toHaveBeenCalled());
  const [id, mapping, version] = api.updateImportMapping.mock.calls[0]!;
  expect([id, mapping.categories, version]).toEqual([3, [{ value: "Khác", categoryId: 4 }], 5]);
});

it("imports after a question, new places unpublished", async () => {
  api.applyImport.mockResolvedValue(anImport({ state: "applying" }));
  show();
  fireEvent.click(await screen.findByRole("tab", { name: "Changed (1)" }));
  expect(await screen.findByText("+84 232 000 111")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  const dialog = await screen.findByRole("dialog", { name: "Import these places?" });
  expect(dialog.textContent).toContain(
    "2 places are added, 1 is changed. New places are not public until you activate them.",
  );
  fireEvent.click(within(dialog).getByRole("button", { name: "Import" }));
  await waitFor(() => expect(api.applyImport).toHaveBeenCalledWith(3, false, 5));
});

it("asks about likely duplicates before an import", async () => {
  api.getImport.mockResolvedValue(anImport({ counts: { ...NONE, create: 2, duplicate: 1 } }));
  const candidates = [{ placeId: 7, name: "Hang Én", distanceM: 40 }];
  api.importRows.mockResolvedValue({
    data: [aRow({ action: "duplicate", placeId: null, candidates })],
    total: 1,
  });
  api.decideImportRows.mockResolvedValue(anImport());
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Same as Hang Én (40 m away)" }));
  const decisions = [{ row: 2, decision: "link", placeId: 7 }];
  await waitFor(() => expect(api.decideImportRows).toHaveBeenCalledWith(3, { decisions }, 5));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import" }).disabled).toBe(true);
  expect(screen.getByText("Decide on the duplicates first.")).toBeTruthy();
});
