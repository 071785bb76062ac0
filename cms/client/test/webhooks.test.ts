import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { verifyWebhook } from "../src/webhooks";

const SECRET = `whsec_${btoa("lantern cave, lantern bay, 2026.")}`;
const OTHER = `whsec_${btoa("another secret of thirty-two byte")}`;
const NOW = Date.UTC(2026, 10, 21, 8);
const BODY = JSON.stringify({
  type: "place.delete",
  timestamp: "",
  id: "7",
  data: { kind: "place", id: "7" },
});

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** The headers of a message as the guide makes them, independently of Web Crypto. */
function signed(body: string, { secrets = [SECRET], atS = NOW / 1000 } = {}) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    return `v1,${createHmac("sha256", key).update(`msg_1_2.${atS}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": "msg_1_2",
    "webhook-timestamp": String(atS),
    "webhook-signature": signatures.join(" "),
  };
}

// R485
it("a signed message is its event, from headers of either form and bodies of either form", async () => {
  const headers = signed(BODY);
  const event = await verifyWebhook(headers, BODY, SECRET);
  expect(event).toEqual(JSON.parse(BODY));
  expect(await verifyWebhook(new Headers(headers), new TextEncoder().encode(BODY), SECRET)).toEqual(event);
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(await verifyWebhook(upper, BODY, SECRET)).toEqual(event);
});

// R485
it("the example of Standard Webhooks is accepted", async () => {
  vi.setSystemTime(1614265330_000);
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  await verifyWebhook(headers, '{"test": 2432232314}', "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
});

// R485
it("while a secret is rotated, the message is accepted with either secret", async () => {
  const headers = signed(BODY, { secrets: [OTHER, SECRET] });
  await verifyWebhook(headers, BODY, SECRET);
  await verifyWebhook(headers, BODY, OTHER);
});

// R485
it("another secret, a changed body and a changed id are refused", async () => {
  const headers = signed(BODY);
  await expect(verifyWebhook(headers, BODY, OTHER)).rejects.toThrow("No signature of the message is valid");
  await expect(verifyWebhook(headers, `${BODY} `, SECRET)).rejects.toThrow("No signature");
  await expect(verifyWebhook({ ...headers, "webhook-id": "msg_9_9" }, BODY, SECRET)).rejects.toThrow(
    "No signature",
  );
  for (const signature of ["v1,", "v1,?", "v2,AAAA", headers["webhook-signature"].replace("v1,", "v1a,")])
    await expect(verifyWebhook({ ...headers, "webhook-signature": signature }, BODY, SECRET)).rejects.toThrow(
      "No signature",
    );
});

// R485
it("a message that is sent again later, or comes from the future, is refused", async () => {
  const headers = signed(BODY);
  vi.setSystemTime(NOW + 5 * 60_000);
  await verifyWebhook(headers, BODY, SECRET);
  for (const now of [NOW + 5 * 60_000 + 1, NOW - 5 * 60_000 - 1]) {
    vi.setSystemTime(now);
    await expect(verifyWebhook(headers, BODY, SECRET)).rejects.toThrow("older than five minutes");
  }
  // With a newer timestamp, the signature no longer fits.
  vi.setSystemTime(NOW + 600_000);
  const renewed = { ...headers, "webhook-timestamp": String(NOW / 1000 + 600) };
  await expect(verifyWebhook(renewed, BODY, SECRET)).rejects.toThrow("No signature");
});

it("a missing header is named, and a secret without its prefix is an error of the program", async () => {
  const { "webhook-id": _, ...headers } = signed(BODY);
  await expect(verifyWebhook(headers, BODY, SECRET)).rejects.toThrow("The header webhook-id is missing");
  await expect(verifyWebhook(signed(BODY), BODY, "bGFudGVybg==")).rejects.toThrow(
    "A secret begins with whsec_",
  );
});
