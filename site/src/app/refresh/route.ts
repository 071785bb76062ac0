import { randomUUID, timingSafeEqual } from "node:crypto";
import { revalidatePath, revalidateTag } from "next/cache";

/** Identifies this process, so that the server notices a restart. */
const PROCESS_ID = randomUUID();

/**
 * The server posts what changed; the pages that show it are rendered again on their next request.
 *
 * The body is `{"tags": ["place:7", "places"], "everything": false}`, with the header `x-refresh-secret`. Responses: 204
 * when done, 400 for another body, 403 for a wrong secret, 404 if no secret is configured. The server does not proxy this
 * path to clients.
 */
export async function POST(request: Request): Promise<Response> {
  const secret = process.env.REFRESH_SECRET;
  if (!secret) return new Response(null, { status: 404 });
  if (!isEqual(request.headers.get("x-refresh-secret") ?? "", secret))
    return new Response(null, { status: 403 });

  const change = parseChange(await request.json().catch(() => null));
  if (!change) return new Response(null, { status: 400 });
  if (change.everything) revalidatePath("/", "layout");
  // Expire at once: the next request waits for the new page instead of getting the old one.
  for (const tag of change.tags) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204, headers: { "x-renderer-start": PROCESS_ID } });
}

type Change = { tags: string[]; everything: boolean };

function parseChange(body: unknown): Change | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { tags = [], everything = false } = body as Record<string, unknown>;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return null;
  return typeof everything === "boolean" ? { tags, everything } : null;
}

/** Compares in constant time. */
function isEqual(value: string, secret: string): boolean {
  const [a, b] = [Buffer.from(value), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
