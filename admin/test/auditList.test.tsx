import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { AuditEvent } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider, type GetListParams } from "react-admin";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, it, vi } from "vitest";
import AuditList from "../src/audit/AuditList";
import { i18nProvider } from "../src/i18nProvider";
import { lightTheme } from "../src/theme/theme";
import { anEvent } from "./things";

const ZONE = "Asia/Ho_Chi_Minh";

vi.mock("../src/resources", () => ({
  settings: async () => ({ brand: "Test Guide", timeZone: "Asia/Ho_Chi_Minh" }),
  resources: {},
}));

const signIn = anEvent({ id: 1, action: "signIn", kind: "user", before: null, after: null });

function Address() {
  return <output aria-label="Address">{decodeURIComponent(useLocation().search)}</output>;
}

function show(events: AuditEvent[], search = "") {
  const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({
    data: events,
    total: events.length,
  }));
  const getMany = vi.fn(async () => ({ data: [{ id: 7 }] }));
  const getOne = vi.fn(async () => ({ data: { id: "7" } }));
  render(
    <MemoryRouter initialEntries={[`/audit${search}`]}>
      <CoreAdminContext
        dataProvider={{ getList, getMany, getOne } as unknown as DataProvider}
        i18nProvider={i18nProvider}
        store={memoryStore()}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ThemeProvider theme={createTheme(lightTheme)}>
          <AuditList />
          <Address />
        </ThemeProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return { getList, getMany };
}

it("groups the events by day of the region and says which fields changed", async () => {
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const change = { before: { priceRange: "$" }, after: { priceRange: "$$" } };
  const { getList } = show([
    anEvent({ id: 9, createdAt: ago(0), ...change }),
    anEvent({ id: 8, createdAt: ago(1) }),
    anEvent({ id: 7, createdAt: "2026-01-01T17:30:00.000Z" }),
  ]);
  expect(await screen.findByRole("heading", { level: 2, name: "Friday, January 2, 2026" })).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Today",
    "Yesterday",
    "Friday, January 2, 2026",
  ]);
  expect(within(screen.getByRole("list", { name: "Today" })).getByText("Changed: Price range")).toBeTruthy();
  expect(screen.getByText("00:30")).toBeTruthy();
  await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ zone: ZONE }));
});

it("links the name of a record that exists, and that of a deleted one to the trash", async () => {
  const { getMany } = show([
    anEvent({ id: 4, subjectId: "8", subjectName: "Purged Cave" }),
    anEvent({ id: 3, action: "deletePlace", subjectId: "9", subjectName: "Old Cave", after: null }),
    anEvent({ id: 2, action: "deleteImage", kind: "image", subjectName: "boat.jpg", after: null }),
    anEvent({ id: 1 }),
  ]);
  const link = await screen.findByRole("link", { name: "Son Doong Cave" });
  expect(link.getAttribute("href")).toBe("/businesses/7");
  expect(screen.getByRole("link", { name: "Old Cave" }).getAttribute("href")).toBe("/businesses/trash");
  for (const name of ["Purged Cave", "boat.jpg"]) {
    expect(screen.getByText(name)).toBeTruthy();
    expect(screen.queryByRole("link", { name })).toBeNull();
  }
  expect(getMany).toHaveBeenCalledTimes(1);
});

it("asks for sessions once they are switched on, and keeps the choice in the address", async () => {
  const { getList } = show([anEvent({ id: 2 }), signIn]);
  expect(await screen.findAllByRole("listitem")).toHaveLength(2);
  expect(getList.mock.lastCall?.[1].filter.sessions).toBeUndefined();
  expect(getList.mock.lastCall?.[1].pagination).toEqual({ page: 1, perPage: 50 });
  fireEvent.click(screen.getByRole("switch", { name: "Show sign-ins and sessions" }));
  await waitFor(() => expect(getList.mock.lastCall?.[1].filter.sessions).toBe(true));
  expect(screen.getByLabelText("Address").textContent).toContain('{"sessions":true}');
});

it("shows the sessions that an action filter asks for", async () => {
  show([signIn], `?filter=${encodeURIComponent('{"action":"signIn"}')}`);
  expect((await screen.findByRole("listitem")).textContent).toContain("signed in");
  expect(screen.queryByRole("switch")).toBeNull();
});

it("opens and closes the details of an event by its button", async () => {
  show([anEvent({ id: 1 })]);
  const toggle = await screen.findByRole("button", { name: /^Details Linh Tran updated the place/ });
  fireEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(await screen.findByRole("heading", { level: 3, name: "Changes" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 4, name: "Phone" })).toBeTruthy();
});
