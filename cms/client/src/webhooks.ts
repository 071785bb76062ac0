import type { webhooks } from "./schema.gen";

type Operations = { [Name in keyof webhooks]: webhooks[Name]["post"] };

/** An event that a guide sends to a webhook. Its `type` tells what `data` is. */
export type WebhookEvent = {
  [Name in keyof Operations]: Operations[Name]["requestBody"]["content"]["application/json"];
}[keyof Operations];

/** Why a request is not a message of the guide. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}

/** How old a message may be, and how far ahead of this clock, in seconds. */
const TOLERANCE_S = 5 * 60;
const PREFIX = "whsec_";

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a request, if the guide has signed it with `secret` within the last five minutes; throws a
 * [`WebhookVerificationError`] otherwise. `body` is the request's body as it arrived: parsing and serializing it again
 * would change it.
 *
 * Messages may arrive twice. Store their `webhook-id`, which is the same then, and ignore those you have.
 */
export async function verifyWebhook(
  headers: HeaderSource,
  body: string | Uint8Array,
  secret: string,
): Promise<WebhookEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature").split(" ");
  const sentAt = Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - sentAt) > TOLERANCE_S)
    throw new WebhookVerificationError("The message is older than five minutes, or from the future");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await importKey(secret);
  const found = signatures.filter((signature) => signature.startsWith("v1,"));
  // Web Crypto compares in constant time.
  const checks = found.map((signature) =>
    crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed),
  );
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookVerificationError("No signature of the message is valid");
  return JSON.parse(text) as WebhookEvent;
}

function header(headers: HeaderSource, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "")
    throw new WebhookVerificationError(`The header ${name} is missing`);
  return value;
}

function importKey(secret: string): Promise<CryptoKey> {
  if (!secret.startsWith(PREFIX)) throw new TypeError(`A secret begins with ${PREFIX}`);
  const key = bytesOf(secret.slice(PREFIX.length));
  if (key.length === 0) throw new TypeError(`A secret is ${PREFIX} and Base64`);
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The bytes of Base64; none if the text is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
