import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { CONSOLE, expect, expectAccessible, field, test, toast } from "./fixtures";

/** A request that the receiver got. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver on this machine, which run.sh allows webhooks to lead to. */
async function receive() {
  const received: Received[] = [];
  const state = { status: 204 };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    received.push({ headers: request.headers, body });
    response.writeHead(state.status).end(state.status === 204 ? undefined : "The receiver is broken");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { url, received, state, close: () => server.close() };
}

function signature(secret: string, { headers, body }: Received) {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

// R485
test("an admin adds a webhook, tests it, sees its deliveries and deletes it, also by keyboard", async ({
  page,
  signIn,
  monitor,
}) => {
  monitor.allow(/422/);
  const receiver = await receive();
  await signIn("admin");
  await page.goto(`${CONSOLE}settings`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
  await page.getByRole("link", { name: "Add Webhook" }).first().press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(field(page, "Address")).toBeFocused();
  await field(page, "Address").fill("https://10.0.0.1/hooks");
  const name = `Mirror ${Date.now()}`;
  await field(page, "Description").fill(name);
  await page.keyboard.press("Control+s");
  await expect(dialog).toContainText("Address is in a private network");
  await field(page, "Address").fill(receiver.url);
  await dialog.getByRole("checkbox", { name: "Settings changed" }).press("Space");
  await expectAccessible(page, "webhook form");
  await page.keyboard.press("Control+s");
  const secret = await field(page, "Secret").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page, "webhook secret");
  await page.keyboard.press("Escape");
  await expect(field(page, "Secret"), "Escape hides no secret").toHaveValue(secret);
  await dialog.getByRole("button", { name: "Close" }).press("Enter");

  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  await expect(row).toContainText("7 events");
  await page.getByRole("button", { name: `Send test: ${name}` }).press("Enter");
  await expect(toast(page, "The receiver got the test (204)")).toBeVisible();
  const sent = receiver.received.find(({ body }) => body.includes('"type":"test"'))!;
  expect(sent.headers["webhook-signature"]).toBe(signature(secret, sent));

  receiver.state.status = 500;
  await page.getByRole("button", { name: `Send test: ${name}` }).press("Enter");
  await expect(toast(page, "The test failed")).toContainText("500 The receiver is broken");
  await page.getByRole("button", { name: `Deliveries: ${name}` }).press("Enter");
  const log = page.getByRole("dialog", { name: `Deliveries: ${name}` });
  await expect(log.getByRole("listitem").first()).toContainText("The receiver is broken");
  await expectAccessible(page, "deliveries");
  receiver.state.status = 204;
  await log
    .getByRole("button", { name: /^Send again/ })
    .first()
    .press("Enter");
  await expect(toast(page, "Will be sent again")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(log).toBeHidden();

  await page.getByRole("button", { name: `New secret: ${name}` }).press("Enter");
  await page.getByRole("button", { name: "Create a new secret" }).press("Enter");
  await expect(field(page, "Secret")).not.toHaveValue(secret);
  // Escape must not hide a secret that was not copied yet.
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await expect(row).toContainText("The previous secret works until");

  // Nothing is wider than a phone.
  await page.setViewportSize({ width: 390, height: 800 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  await page.getByRole("button", { name: `Delete: ${name}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(toast(page, "Webhook deleted")).toBeVisible();
  await expect(row).toHaveCount(0);
  receiver.close();
});

// R485
test("an owner has no webhooks", async ({ page, signIn }) => {
  await signIn("business_owner");
  await page.goto(`${CONSOLE}webhooks`);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Webhooks");
});
