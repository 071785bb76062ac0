import createClient, { type Client, type Middleware } from "openapi-fetch";
import { Refused } from "./problem";
import type { paths } from "./schema.gen";

/** The typed client: `karst.GET("/api/categories")`. A call that is not ok throws [`Refused`]. */
export type Karst = Client<paths>;

export interface KarstOptions {
  /** Where the API answers, without a trailing slash. Default: the page's own origin. */
  origin?: string;
  /**
   * The bearer token to send, asked for before every call so that it may be refreshed first; null for a visitor.
   * Not asked for calls that bring their own, and for those that are how a token is got.
   */
  token?: () => string | null | Promise<string | null>;
}

/**
 * Makes a client.
 *
 * Sends JSON with its content type only when there is a body, a bearer header only when there is a token, and
 * cookies to its own origin only (the refresh cookie): R43.
 */
export function createKarst({ origin = "", token }: KarstOptions = {}): Karst {
  const karst = createClient<paths>({
    baseUrl: origin,
    credentials: "same-origin",
    // openapi-fetch keeps the `fetch` it saw when it was made: looked up per call, so that tests and
    // Next.js, which both replace it later, are heard.
    fetch: (request) => globalThis.fetch(request),
  });
  if (token) karst.use(bearer(token));
  karst.use(refusals);
  return karst;
}

/** How a token is got: asking for one first would go round in circles. */
const TOKENLESS: ReadonlySet<string> = new Set<keyof paths>([
  "/api/firebase-config",
  "/api/auth/sign-in",
  "/api/auth/sign-up",
  "/api/auth/refresh",
  "/api/auth/password-reset",
  "/api/auth/password-reset/confirm",
  "/api/auth/verification/confirm",
]);

function bearer(token: NonNullable<KarstOptions["token"]>): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      if (TOKENLESS.has(schemaPath) || request.headers.has("Authorization")) return request;
      const held = await token();
      if (held) request.headers.set("Authorization", `Bearer ${held}`);
      return request;
    },
  };
}

const refusals: Middleware = {
  async onResponse({ response }) {
    // 304 answers a conditional read: it is not ok, and no refusal either.
    if (!response.ok && response.status !== 304) throw await Refused.from(response);
    return response;
  },
};

/**
 * The body of an answer that has one: `const place = await bodyOf(karst.GET(…))`.
 *
 * Refusals were thrown before; this narrows the type, and says so when a server answered 200 with nothing.
 */
export async function bodyOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<NonNullable<T>> {
  const { data, response } = await answer;
  if (data === undefined || data === null) throw new Error(`${response.status}: the answer has no body`);
  return data;
}
