import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ProposalResponse } from "@karst/client";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, HttpError, memoryStore, type AuthProvider, type DataProvider } from "react-admin";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "../src/layout/Toasts";
import Reports from "../src/reports/Reports";
import { acceptedFields, isOutdated } from "../src/reports/shape";
import * as api from "../src/resources";
import { lightTheme } from "../src/theme/theme";
import { aProposal, anAccount } from "./things";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide" }),
  resources: {},
  proposalCounts: vi.fn(),
  acceptProposal: vi.fn(),
  declineProposal: vi.fn(),
  undoProposal: vi.fn(),
}));

/** The proposals of the mocked server. */
let proposals: ProposalResponse[];

const data = {
  getList: async (_name: string, { filter }: { filter: { state: string; spam?: boolean } }) => {
    const found = proposals.filter(
      ({ state, isSpam }) => state === filter.state && (filter.spam ?? isSpam) === isSpam,
    );
    return { data: found, total: found.length };
  },
} as unknown as DataProvider;

function show() {
  const auth = {
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => anAccount(),
  } as unknown as AuthProvider;
  const element = (
    <CoreAdminContext dataProvider={data} authProvider={auth} store={memoryStore()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Reports />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "/reports", element }], { initialEntries: ["/reports"] });
  render(<RouterProvider router={router} />);
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const item = (name: string) => screen.findByRole("listitem", { name });

beforeEach(() => {
  vi.clearAllMocks();
  const hall = { id: 8, version: 5, slug: "hall", name: "Dark Hall", isActive: true };
  const danger: Partial<ProposalResponse> = { kind: "unsafe", group: null, fields: [], place: hall };
  proposals = [aProposal({ id: 1 }), aProposal({ id: 2, ...danger }), aProposal({ id: 3, isSpam: true })];
  vi.mocked(api.proposalCounts).mockImplementation(async () => ({ open: 2, danger: 1, spam: 1 }));
  const decide = (id: number, state: ProposalResponse["state"]) => {
    const until = state === "open" ? null : new Date(Date.now() + 600_000).toISOString();
    proposals = proposals.map((one) => (one.id === id ? { ...one, state, canUndoUntil: until } : one));
    return proposals.find((one) => one.id === id)!;
  };
  vi.mocked(api.acceptProposal).mockImplementation(async (id) => decide(id, "accepted"));
  vi.mocked(api.declineProposal).mockImplementation(async (id) => decide(id, "declined"));
  vi.mocked(api.undoProposal).mockImplementation(async (id) => decide(id, "open"));
});

// R512
describe("the queue of reports", () => {
  it("shows what was reported beside the present value, and accepts it with one key", async () => {
    show();
    const cave = within(await item("Lantern Cave"));
    expect(cave.getByText("Wrong opening hours")).toBeTruthy();
    expect(cave.getByText(/^2 travelers/)).toBeTruthy();
    expect(cave.getByText("The gate was closed at four.")).toBeTruthy();
    expect(cave.getByText("Now: Mo-Su 07:00-17:00")).toBeTruthy();
    expect(cave.getAllByRole("textbox")[0]).toHaveProperty("value", "Mo-Su 08:00-16:00");
    expect(cave.getByRole("link", { name: "Open page" }).getAttribute("href")).toBe("/places/lantern-cave");
    press("j");
    press("a");
    await screen.findByText("The report about Lantern Cave was accepted.");
    expect(api.acceptProposal).toHaveBeenCalledWith(1, 3, undefined);
    press("u");
    await item("Lantern Cave");
    expect(api.undoProposal).toHaveBeenCalledWith(1);
  });

  it("sends the edited value with the other proposed ones", async () => {
    show();
    const [hours] = within(await item("Lantern Cave")).getAllByRole("textbox");
    fireEvent.change(hours!, { target: { value: "Mo-Su 08:00-16:30" } });
    fireEvent.click(screen.getByRole("button", { name: "Accept the report about Lantern Cave" }));
    await screen.findByText("The report about Lantern Cave was accepted.");
    expect(api.acceptProposal).toHaveBeenCalledWith(1, 3, { operatingHours: "Mo-Su 08:00-16:30" });
  });

  it("declines with d, and keeps a report that could not be decided", async () => {
    show();
    (await item("Dark Hall")).focus();
    press("d");
    await screen.findByText("The report about Dark Hall was declined.");
    expect(api.declineProposal).toHaveBeenCalledWith(2);
    vi.mocked(api.acceptProposal).mockRejectedValueOnce(new HttpError("Changed meanwhile.", 412));
    (await item("Lantern Cave")).focus();
    press("a");
    await waitFor(() => expect(screen.getByText("Failed to accept the report")).toBeTruthy());
    expect(await item("Lantern Cave")).toBeTruthy();
  });

  it("keeps spam in a tab of its own", async () => {
    show();
    fireEvent.click(await screen.findByRole("tab", { name: "Spam (1)" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.getByRole("listitem", { name: "Lantern Cave" })).toBeTruthy();
  });
});

it("an emptied value is null, and without edits the stored values are used", () => {
  const proposal = aProposal();
  expect(acceptedFields(proposal)).toBeUndefined();
  expect(acceptedFields(proposal, { hours: " " })).toEqual({
    operatingHours: "Mo-Su 08:00-16:00",
    hours: null,
  });
});

it("blank values are equal when a report is compared with the place", () => {
  const field = (base: unknown, current: unknown) => ({ field: "prices", base, current, proposed: null });
  expect(isOutdated(field(null, []))).toBe(false);
  expect(isOutdated(field([], null))).toBe(false);
  expect(isOutdated(field(undefined, null))).toBe(false);
  expect(isOutdated(field(null, [{ amount: 1 }]))).toBe(true);
});
