import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { PlaceCheckResponse, PlaceRequest, PlaceResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { FormProvider, useWatch } from "react-hook-form";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { checkLines, checksOf } from "../src/businesses/checks";
import { AdminFieldsProvider } from "../src/businesses/inputs/adminFields";
import { ChecksInput } from "../src/businesses/inputs/ChecksInput";
import { toForm, toText, type PlaceText } from "../src/businesses/shape";
import { useRecordForm, type Outcome } from "../src/form/useRecordForm";
import { lightTheme } from "../src/theme/theme";
import { aPlace } from "./things";

vi.mock("../src/audit/useZone", () => ({ useZone: () => "Asia/Ho_Chi_Minh" }));

const MARCH = "2026-03-11T17:00:00.000Z";
const NOW = "2026-11-21T08:00:00.000Z";
const HOURS: PlaceCheckResponse = {
  group: "hours",
  checkedAt: MARCH,
  checkedBy: "team",
  count: null,
  source: "Sign at the entrance",
  sourceUrl: null,
  recheckReason: null,
};
const save = vi.fn<(form: Partial<PlaceRequest>) => Promise<Outcome>>();

function Form({ start }: { start: PlaceText }) {
  const { form, submit } = useRecordForm({ start, form: "PlaceChanges", shape: toForm, save });
  return (
    <FormProvider {...form}>
      <form aria-label="Place" onSubmit={submit}>
        <ChecksInput />
        <Verified />
      </form>
    </FormProvider>
  );
}

const Verified = () => <output>{String(useWatch({ name: "isVerified" }))}</output>;

function show(place: Partial<PlaceResponse>, isAdmin: boolean) {
  const start = toText(aPlace(place));
  render(
    <MemoryRouter>
      <CoreAdminContext
        queryClient={new QueryClient()}
        dataProvider={{} as DataProvider}
        store={memoryStore()}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <AdminFieldsProvider value={isAdmin}>
            <Form start={start} />
          </AdminFieldsProvider>
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}

const row = (name: string) => within(screen.getByRole("group", { name }));

async function sent() {
  fireEvent.submit(screen.getByRole("form", { name: "Place" }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  return save.mock.calls.at(-1)![0].checks;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date"] });
  save.mockReset().mockResolvedValue({ isSaved: true });
});
afterEach(() => vi.useRealTimers());

it("an admin checks a group today, and the source of the team's earlier check stays", async () => {
  show({ checks: [HOURS] }, true);
  expect(row("Opening hours").getByText("Checked Mar 12, 2026 by the team")).toBeTruthy();
  expect(row("Prices").getByText("Not checked")).toBeTruthy();
  fireEvent.click(row("Opening hours").getByRole("button", { name: "Checked today: Opening hours" }));
  fireEvent.click(row("Prices").getByRole("button", { name: "Checked today: Prices" }));
  const now = { checkedAt: NOW, checkedBy: "team", sourceUrl: null, recheckReason: null };
  expect(await sent()).toEqual([
    { group: "hours", source: "Sign at the entrance", ...now },
    { group: "price", source: null, ...now },
  ]);
});

it("an admin corrects the date in the region, the checker and the source, and removes a check", async () => {
  show({ checks: [HOURS, { ...HOURS, group: "contact" }] }, true);
  fireEvent.click(row("Contact").getByRole("button", { name: "Edit the check: Contact" }));
  fireEvent.click(row("Contact").getByRole("button", { name: "Remove check" }));
  fireEvent.click(row("Opening hours").getByRole("button", { name: "Edit the check: Opening hours" }));
  const date = row("Opening hours").getByLabelText<HTMLInputElement>("Date");
  expect(date.value).toBe("2026-03-12");
  fireEvent.change(date, { target: { value: "2026-04-01" } });
  fireEvent.change(row("Opening hours").getByLabelText("Source"), { target: { value: "" } });
  const { count: _, ...hours } = HOURS;
  expect(await sent()).toEqual([{ ...hours, checkedAt: "2026-03-31T17:00:00.000Z", source: null }]);
});

it("a check of the location sets the badge", async () => {
  show({ isVerified: false }, true);
  fireEvent.click(row("Location").getByRole("button", { name: "Checked today: Location" }));
  expect(screen.getByText("true")).toBeTruthy();
  expect(await sent()).toMatchObject([{ group: "position", checkedAt: NOW }]);
});

it("an owner checks hours, prices and contact today, and nothing else", async () => {
  show({ checks: [{ ...HOURS, recheckReason: "changed" }] }, false);
  expect(row("Opening hours").getByText("Changed since the check on Mar 12, 2026")).toBeTruthy();
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Checked today: Opening hours",
    "Checked today: Prices",
    "Checked today: Contact",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Checked today: Opening hours" }));
  const checked = { checkedAt: NOW, checkedBy: "owner", source: null, sourceUrl: null, recheckReason: null };
  expect(await sent()).toEqual([{ group: "hours", ...checked }]);
});

it("checks that were not edited are sent as they were, without those of travelers", () => {
  const travelers: PlaceCheckResponse = { ...HOURS, checkedBy: "travelers", count: 3, source: null };
  const place = aPlace({ checks: [{ ...HOURS, recheckReason: "changed" }, travelers] });
  const { count: _, ...hours } = HOURS;
  expect(toForm(toText(place)).checks).toEqual([{ ...hours, recheckReason: "changed" }]);
  expect(toForm(toText(aPlace())).checks).toEqual([]);
  expect(checkLines(checksOf(toText(aPlace({ checks: [HOURS] })).checks), () => "in March")).toBe(
    "Opening hours: Checked in March by the team · Sign at the entrance",
  );
});
