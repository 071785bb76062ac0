// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ReportProblem } from "./ReportProblem";
import { StillRight } from "./StillRight";

vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

// A lazy import may take longer than a test waits on a busy machine.
beforeAll(() => import("./send"));
afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const CAVE = { id: 7, version: 3, name: "Lantern Cave" };

const send = () => fireEvent.submit(screen.getByRole("form", { name: "Report a problem", hidden: true }));

const mockFetch = (status: number, body: unknown) =>
  vi.fn((_: Request) => Promise.resolve(new Response(JSON.stringify(body), { status })));

// R516
test("the report form posts the version that the traveler sees to the server's page without scripts", () => {
  render(<ReportProblem place={CAVE} />);
  const form = screen.getByRole<HTMLFormElement>("form", { hidden: true });
  expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["post", "/report/7"]);
  expect(new FormData(form).get("version")).toBe("3");
  expect(screen.getAllByRole("radio", { hidden: true })).toHaveLength(7);
});

test("a report without a kind is not sent", async () => {
  const fetch = mockFetch(201, {});
  vi.stubGlobal("fetch", fetch);
  render(<ReportProblem place={CAVE} />);
  send();
  expect(await screen.findByText("Choose what is wrong")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

test("a report is sent with its kind and proposed value, and confirmed in place", async () => {
  const fetch = mockFetch(201, { receivedAt: "2026-11-21T08:00:00.000Z" });
  vi.stubGlobal("fetch", fetch);
  render(<ReportProblem place={CAVE} />);
  fireEvent.click(screen.getByLabelText("Wrong opening hours"));
  fireEvent.change(screen.getByLabelText("Correct opening hours (optional)"), {
    target: { value: "8 to 4" },
  });
  send();
  expect(await screen.findByText("Thank you.")).toBeTruthy();
  const request = fetch.mock.calls[0]![0];
  expect(new URL(request.url).pathname).toBe("/api/reports");
  const body = (await request.json()) as object;
  expect(body).toMatchObject({ placeId: 7, version: 3, kind: "wrongHours", hours: "8 to 4", email: null });
});

test("what the server requires is shown at its field", async () => {
  const errors = [{ field: "details", message: "Describe the problem", code: "required" }];
  vi.stubGlobal("fetch", mockFetch(422, { status: 422, title: "Unprocessable Content", detail: "", errors }));
  render(<ReportProblem place={CAVE} />);
  fireEvent.click(screen.getByLabelText("Unsafe"));
  send();
  expect(await screen.findByText("Describe the problem")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Details")));
});

// R514
test("one tap confirms a fact", async () => {
  const fetch = mockFetch(201, { receivedAt: "2026-11-21T08:00:00.000Z" });
  vi.stubGlobal("fetch", fetch);
  render(<StillRight place={CAVE} group="hours" fact="Opening hours" />);
  fireEvent.click(screen.getByRole("button", { name: "Still right? Opening hours" }));
  expect(await screen.findByText("Thank you for checking.")).toBeTruthy();
  const body = (await fetch.mock.calls[0]![0].json()) as object;
  expect(body).toMatchObject({ kind: "stillRight", group: "hours", version: 3, details: null });
});
