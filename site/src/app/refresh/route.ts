import { randomUUID, timingSafeEqual } from "node:crypto";
import { revalidatePath, revalidateTag } from "next/cache";

/** Tells a restart: another process has another one. */
const START = randomUUID();

/**
 * The content API says what changed; the pages that show it are made anew when they are next asked for.
 *
 * `{"tags": ["place:7", "places"], "everything": false}` with the header `x-refresh-secret`. 204 when done, 400 for a
 * body that is not that, 403 without the secret, 404 where no secret is configured: then nobody may refresh.
 * The server never forwards this address.
 */
export async function POST(request: Request): Promise<Response> {
  const secret = process.env.REFRESH_SECRET;
  if (!secret) return new Response(null, { status: 404 });
  if (!isSame(request.headers.get("x-refresh-secret") ?? "", secret))
    return new Response(null, { status: 403 });

  const change = readChange(await request.json().catch(() => null));
  if (!change) return new Response(null, { status: 400 });
  if (change.everything) revalidatePath("/", "layout");
  // Expired at once: the next reader waits for the new page instead of seeing the old one.
  for (const tag of change.tags) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204, headers: { "x-renderer-start": START } });
}

type Change = { tags: string[]; everything: boolean };

function readChange(body: unknown): Change | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { tags = [], everything = false } = body as Record<string, unknown>;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return null;
  return typeof everything === "boolean" ? { tags, everything } : null;
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
