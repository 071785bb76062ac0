import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { WebhookDelivery, WebhookResponse } from "@karst/client";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { CoreAdminContext, memoryStore, type DataProvider } from "react-admin";
import { createMemoryRouter, Route, RouterProvider, Routes } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { Toasts } from "../src/layout/Toasts";
import * as calls from "../src/resources/webhooks";
import { lightTheme } from "../src/theme/theme";
import { stateOf, toText } from "../src/webhooks/shape";
import WebhookList from "../src/webhooks/WebhookList";

vi.mock("../src/resources", () => ({ settings: async () => ({ brand: "Test Guide" }), resources: {} }));
vi.mock("../src/resources/webhooks", () => ({
  rotateWebhookSecret: vi.fn(),
  testWebhook: vi.fn(),
  webhookDeliveries: vi.fn(),
  redeliverWebhook: vi.fn(),
}));
const api = vi.mocked(calls);

const SECRET = "whsec_bGFudGVybiBjYXZlLCBsYW50ZXJuIGJheSwgMjAyNi4=";
const WEBHOOK: WebhookResponse = {
  id: 7,
  version: 3,
  url: "https://mirror.example/hooks",
  description: "The mirror",
  events: ["place.upsert", "place.delete"],
  isActive: true,
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  pendingCount: 2,
  lastState: "delivered",
  lastStatus: 204,
  accountId: "linh",
  accountName: "Linh Tran",
  createdAt: "2026-11-21T08:00:00.000Z",
  updatedAt: "2026-11-21T08:00:00.000Z",
};
const DELIVERY: WebhookDelivery = {
  id: 12,
  webhookId: 7,
  event: "place.upsert",
  kind: "place",
  recordId: "3",
  state: "failed",
  attempts: 11,
  retryAt: null,
  status: 500,
  excerpt: "<b>Broken</b>",
  durationMs: 84,
  changedAt: "2026-11-21T08:00:00.000Z",
  createdAt: "2026-11-21T08:00:00.000Z",
  finishedAt: "2026-11-24T08:00:00.000Z",
};

beforeEach(() => {
  vi.clearAllMocks();
  api.webhookDeliveries.mockResolvedValue({ data: [DELIVERY], total: 1 });
});

function show(webhooks = [WEBHOOK], path = "/webhooks", more: Partial<DataProvider> = {}) {
  const data = {
    getList: async () => ({ data: webhooks, total: webhooks.length }),
    getOne: async () => ({ data: webhooks[0] }),
    ...more,
  } as unknown as DataProvider;
  const element = (
    <CoreAdminContext dataProvider={data} store={memoryStore()} queryClient={new QueryClient()}>
      <ThemeProvider theme={createTheme(lightTheme)}>
        <Routes>
          <Route path="/webhooks/*" element={<WebhookList />} />
        </Routes>
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("each webhook shows its state and its last delivery", async () => {
  const gone = { ...WEBHOOK, id: 8, description: "", isActive: false, disabledReason: "gone" as const };
  show([WEBHOOK, gone]);
  const rows = within(await screen.findByRole("list", { name: "Webhooks" })).getAllByRole("listitem");
  expect(rows[0]!.textContent).toContain("The mirrorActivehttps://mirror.example/hooks");
  expect(rows[0]!.textContent).toContain(
    "2 events · Last delivery: delivered (204) · 2 deliveries waiting · added by Linh Tran",
  );
  expect(rows[1]!.textContent).toContain(
    "https://mirror.example/hooksSwitched off: the receiver is gone (410)",
  );
});

it("the state is failing until a delivery succeeds", () => {
  expect(stateOf({ ...WEBHOOK, failingSince: WEBHOOK.createdAt })).toBe("failing");
  expect(stateOf({ ...WEBHOOK, isActive: false })).toBe("inactive");
  expect(stateOf({ ...WEBHOOK, isActive: false, disabledReason: "failing" })).toBe("disabled");
  expect(toText().events).toHaveLength(8);
});

it("a new webhook shows its secret once", async () => {
  const create = vi.fn(async () => ({ data: { ...WEBHOOK, secret: SECRET } }));
  show([], "/webhooks/create", { create } as never);
  const form = await dialog("Add Webhook");
  fireEvent.change(form.getByLabelText(/^Address/), { target: { value: "https://mirror.example/hooks" } });
  fireEvent.click(form.getByRole("checkbox", { name: "Settings changed" }));
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  const input = await screen.findByLabelText<HTMLInputElement>("Secret");
  expect(input.value).toBe(SECRET);
  expect(create).toHaveBeenCalledExactlyOnceWith(
    "webhooks",
    expect.objectContaining({
      data: {
        url: "https://mirror.example/hooks",
        description: "",
        events: expect.not.arrayContaining(["settings.upsert"]),
      },
    }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByLabelText("Secret")).toBeNull());
});

it("a new secret is made after a question and shown once", async () => {
  api.rotateWebhookSecret.mockResolvedValue({ ...WEBHOOK, secret: SECRET });
  show();
  await press("New secret: The mirror");
  fireEvent.click(
    (await dialog("Create a new secret?")).getByRole("button", { name: "Create a new secret" }),
  );
  expect((await screen.findByLabelText<HTMLInputElement>("Secret")).value).toBe(SECRET);
  expect(api.rotateWebhookSecret).toHaveBeenCalledExactlyOnceWith(7);
});

it("a test tells what the receiver responded", async () => {
  api.testWebhook.mockResolvedValueOnce({ ...DELIVERY, state: "delivered", status: 204 });
  show();
  await press("Send test: The mirror");
  expect(await screen.findByText("The receiver got the test (204)")).toBeTruthy();
  api.testWebhook.mockResolvedValueOnce({
    ...DELIVERY,
    status: null,
    excerpt: "no response within 10 seconds",
  });
  await press("Send test: The mirror");
  expect(await screen.findByText("The test failed")).toBeTruthy();
  expect(screen.getByText("no response within 10 seconds")).toBeTruthy();
});

it("the delivery log shows responses as text and sends one again", async () => {
  api.redeliverWebhook.mockResolvedValue({ ...DELIVERY, id: 13, state: "pending" });
  show();
  await press("Deliveries: The mirror");
  const log = await dialog("Deliveries: The mirror");
  const row = await log.findByRole("listitem");
  expect(row.textContent).toContain("Place published or changed · 3Failed · 500");
  expect(row.textContent).toContain("11 attempts · 84 ms");
  expect(row.textContent).toContain("<b>Broken</b>");
  fireEvent.click(log.getByRole("button", { name: /^Send again/ }));
  expect(await screen.findByText("Will be sent again")).toBeTruthy();
  expect(api.redeliverWebhook).toHaveBeenCalledExactlyOnceWith(12);
});
