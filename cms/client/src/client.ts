import createClient, { type Client, type Middleware } from "openapi-fetch";
import { ApiError } from "./problem";
import type { paths } from "./schema.gen";

/** The typed client: `client.GET("/api/categories")`. A call that is not ok throws [`ApiError`]. */
export type ApiClient = Client<paths>;

export interface ApiClientOptions {
  /** The origin of the API, without a trailing slash. Default: the page's own origin. */
  origin?: string;
  /**
   * An API token (`karst_…`) for a program, or a function that returns the bearer token, null without a session. Called before each request, so that it can refresh the
   * token first; not called for requests with an `Authorization` header and for those that obtain a token.
   */
  token?: string | (() => string | null | Promise<string | null>);
}

/**
 * Creates a client.
 *
 * It sends JSON with its content type only when there is a body, a bearer header only when there is a token, and
 * cookies to its own origin only (the refresh cookie): R43.
 */
export function createApiClient({ origin = "", token }: ApiClientOptions = {}): ApiClient {
  const client = createClient<paths>({
    baseUrl: origin,
    credentials: "same-origin",
    // openapi-fetch keeps the `fetch` of the moment it was created. Looked up per call here, because tests and
    // Next.js replace it later.
    fetch: (request) => globalThis.fetch(request),
  });
  if (token) client.use(bearer(token));
  client.use(throwRefusals);
  return client;
}

/** Calls that obtain a token: asking for a token first would never end. */
const TOKENLESS: ReadonlySet<string> = new Set<keyof paths>([
  "/api/firebase-config",
  "/api/auth/sign-in",
  "/api/auth/sign-up",
  "/api/auth/refresh",
  "/api/auth/password-reset",
  "/api/auth/password-reset/confirm",
  "/api/auth/verification/confirm",
]);

function bearer(token: NonNullable<ApiClientOptions["token"]>): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      if (TOKENLESS.has(schemaPath) || request.headers.has("Authorization")) return request;
      const accessToken = typeof token === "string" ? token : await token();
      if (accessToken) request.headers.set("Authorization", `Bearer ${accessToken}`);
      return request;
    },
  };
}

const throwRefusals: Middleware = {
  async onResponse({ response }) {
    // 304 answers a conditional read: `ok` is false, but it is no error.
    if (!response.ok && response.status !== 304) throw await ApiError.from(response);
    return response;
  },
};

/**
 * The body of a response that has one: `const place = await unwrap(client.GET(…))`.
 *
 * The client has thrown error responses before; this narrows the type, and throws if a 2xx response has no body.
 */
export async function unwrap<T>(call: Promise<{ data?: T; response: Response }>): Promise<NonNullable<T>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw new Error(`${response.status}: the response has no body`);
  return data;
}
