import type { components } from "./schema.gen";

/** The body of an error response: RFC 9457 with `requestId` and, for forms, one sentence per field. */
export type Problem = components["schemas"]["Problem"];
/** A field that breaks a rule (`reviews.0.rating` inside lists): the sentence, and its code with the values. */
export type FieldError = components["schemas"]["FieldError"];

/**
 * A response with an error status. `message` is `{status}: {body}`, or the status text if the body is empty (R44); it is
 * for logs. The sentence for users is [`errorMessage`].
 */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
    /** The problem document, or null if the response is not from the API, such as a proxy's error page. */
    readonly problem: (Problem & { current?: unknown }) | null = problemIn(body),
  ) {
    super(`${status}: ${body || statusText}`);
  }

  /** The code of the problem, by which a client chooses a sentence of its own; undefined without a problem document. */
  get code(): string | undefined {
    return this.problem?.code;
  }

  /** The values of that sentence. */
  get params(): Readonly<Record<string, string | number>> {
    return this.problem?.params ?? {};
  }

  /** The fields that break a rule, each with its code. */
  get errors(): readonly FieldError[] {
    return this.problem?.errors ?? [];
  }

  /** Reads a response that is not ok. Fails only when the connection breaks while reading. */
  static async from(response: Response): Promise<ApiError> {
    return new ApiError(response.status, await response.text(), response.statusText);
  }
}

/** Whether the session is over: the message starts with '401: ' and contains "Unauthorized" (R44). */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith("401: ") && error.message.includes("Unauthorized")
  );
}

/** The sentence to show for `error`: the server's own, or `fallback` if it sent none or was not reached. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && (error.problem?.detail || error.problem?.title)) || fallback;
}

/** The problem document in `body`, or null when it is none. */
function problemIn(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const isProblem =
      typeof parsed === "object" && parsed !== null && "status" in parsed && "title" in parsed;
    return isProblem ? (parsed as Problem) : null;
  } catch {
    return null;
  }
}
