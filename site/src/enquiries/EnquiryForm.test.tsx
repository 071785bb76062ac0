// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { EnquiryForm } from "./EnquiryForm";

vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

// A lazy import may take longer than a test waits on a busy machine.
beforeAll(() => import("./send"));
afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

const LODGE = { id: 7, name: "Lantern Lodge" };

function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const send = () => fireEvent.submit(screen.getByRole("form", { name: "Send an enquiry", hidden: true }));

const mockFetch = (status: number, body: unknown) =>
  vi.fn((_: Request) => Promise.resolve(new Response(JSON.stringify(body), { status })));

test("the enquiry form posts to the server's page without scripts and names the recipient of the data", () => {
  render(<EnquiryForm place={LODGE} />);
  const form = screen.getByRole("form", { hidden: true });
  expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["post", "/enquiry/7"]);
  expect(form.textContent).toContain("to Lantern Lodge and keep a copy for 12 months");
});

test("an invalid enquiry shows errors at its fields and is not sent", async () => {
  const fetch = mockFetch(201, {});
  vi.stubGlobal("fetch", fetch);
  render(<EnquiryForm place={LODGE} />);
  fill({ Name: "Linh", Email: "linh@example", "People (optional)": "0" });
  send();
  expect(await screen.findByText("Message is required")).toBeTruthy();
  expect(screen.getByText("Number of people must be a whole number from 1 to 500")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
  expect(fetch).not.toHaveBeenCalled();
});

test("a valid enquiry is sent and the form is cleared", async () => {
  const fetch = mockFetch(201, { id: 1, receivedAt: "2026-11-21T08:00:00.000Z" });
  vi.stubGlobal("fetch", fetch);
  render(<EnquiryForm place={LODGE} />);
  fill({ Name: "Linh", Email: "linh@example.org", Message: "A room?", "Arrival (optional)": "2030-03-14" });
  send();
  expect(await screen.findByText("Message sent.")).toBeTruthy();
  const request = fetch.mock.calls[0]![0];
  expect(new URL(request.url).pathname).toBe("/api/businesses/7/enquiries");
  const body = (await request.json()) as object;
  expect(body).toMatchObject({ name: "Linh", message: "A room?", arrival: "2030-03-14", people: null });
  expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("");
});

test("a refused enquiry keeps its values and shows the reason", async () => {
  vi.stubGlobal(
    "fetch",
    mockFetch(429, { status: 429, title: "Too Many Requests", detail: "Too many enquiries." }),
  );
  render(<EnquiryForm place={LODGE} />);
  fill({ Name: "Linh", Email: "linh@example.org", Message: "A room?" });
  send();
  await waitFor(() => expect(screen.getByText(/Too many enquiries/)).toBeTruthy());
  expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("A room?");
});
