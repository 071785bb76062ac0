import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, createApiClient, errorMessage, isUnauthorized, unwrap } from "../src/index";

/** Answers every call with `response` and keeps the requests. */
function answering(response: () => Response): Request[] {
  const seen: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    seen.push(request);
    return response();
  });
  return seen;
}

const origin = "http://guide.test";
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  // R43
  it("carries the token it is given, and none without an account", async () => {
    const seen = answering(() => Response.json([]));
    await createApiClient({ origin, token: () => "abc" }).GET("/api/categories");
    await createApiClient({ origin, token: () => null }).GET("/api/categories");
    await createApiClient({ origin, token: "karst_abc" }).GET("/api/categories");
    const sent = ["Bearer abc", null, "Bearer karst_abc"];
    expect(seen.map((request) => request.headers.get("Authorization"))).toEqual(sent);
  });

  // R43
  it("names a content type only when it has a body", async () => {
    const seen = answering(() => Response.json({}));
    const karst = createApiClient({ origin });
    await karst.GET("/api/settings");
    await karst.POST("/api/auth/sign-in", { body: { email: "linh@example.org", password: "secret" } });
    expect(seen.map((request) => request.headers.get("Content-Type"))).toEqual([null, "application/json"]);
    expect(seen.map((request) => request.credentials)).toEqual(["same-origin", "same-origin"]);
  });

  it("does not ask for a token in order to get one", async () => {
    answering(() => Response.json({}));
    const token = vi.fn(() => "abc");
    await createApiClient({ origin, token }).POST("/api/auth/refresh");
    expect(token).not.toHaveBeenCalled();
  });

  it("carries the token where it is about one's own account, and leaves one that was given alone", async () => {
    const seen = answering(() => Response.json({}));
    const token = vi.fn(() => "abc");
    const karst = createApiClient({ origin, token });
    await karst.GET("/api/auth/account");
    await karst.GET("/api/auth/account", { headers: { Authorization: "Bearer mine" } });
    expect(seen.map((request) => request.headers.get("Authorization"))).toEqual([
      "Bearer abc",
      "Bearer mine",
    ]);
    expect(token).toHaveBeenCalledTimes(1);
  });

  it("throws if a response has no body", async () => {
    answering(() => new Response(null, { status: 204 }));
    await expect(unwrap(createApiClient({ origin }).GET("/api/settings"))).rejects.toThrow("204");
  });
});

describe("a refusal", () => {
  // R448
  it("has the code and the params of the problem and of each field", () => {
    const field = { field: "name", message: "Too long", code: "max_length", params: { limit: 200 } };
    const body = { status: 422, title: "No", code: "validation_failed", params: { a: 1 }, errors: [field] };
    const refused = new ApiError(422, JSON.stringify(body), "");
    expect([refused.code, refused.params, refused.errors]).toEqual([
      "validation_failed",
      { a: 1 },
      [{ ...field }],
    ]);
    const without = new ApiError(502, "", "Bad Gateway");
    expect([without.params, without.errors]).toEqual([{}, []]);
  });

  const problem = {
    type: "about:blank",
    title: "Unauthorized",
    status: 401,
    detail: "Sign in first",
    code: "unauthorized",
    requestId: "r1",
  };

  // R44
  it("is an error of status and body, with the problem beside it", async () => {
    answering(() => Response.json(problem, { status: 401 }));
    const error = await createApiClient({ origin })
      .GET("/api/admin/stats")
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toBe(`401: ${JSON.stringify(problem)}`);
    expect((error as ApiError).problem?.requestId).toBe("r1");
    expect((error as ApiError).code).toBe("unauthorized");
    expect(isUnauthorized(error)).toBe(true);
    expect(errorMessage(error, "Failed")).toBe("Sign in first");
  });

  // R44
  it("falls back to the status text, and to a sentence of ours", async () => {
    answering(() => new Response(null, { status: 502, statusText: "Bad Gateway" }));
    const error = await createApiClient({ origin })
      .GET("/api/settings")
      .catch((reason: unknown) => reason);
    expect((error as ApiError).message).toBe("502: Bad Gateway");
    expect((error as ApiError).code).toBeUndefined();
    expect(errorMessage(error, "Failed to fetch businesses")).toBe("Failed to fetch businesses");
  });
});
