import { revalidatePath, revalidateTag } from "next/cache";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST } from "./route";

vi.mock("next/cache", () => ({ revalidatePath: vi.fn(), revalidateTag: vi.fn() }));

beforeEach(() => vi.stubEnv("REFRESH_SECRET", "a long secret"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

const postRefresh = (body: unknown, secret = "a long secret") =>
  POST(
    new Request("http://127.0.0.1/refresh", {
      method: "POST",
      headers: { "x-refresh-secret": secret },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );

test("each tag expires at once", async () => {
  const response = await postRefresh({ tags: ["place:7", "places"], everything: false });
  expect(response.status).toBe(204);
  expect(vi.mocked(revalidateTag).mock.calls).toEqual([
    ["place:7", { expire: 0 }],
    ["places", { expire: 0 }],
  ]);
  expect(revalidatePath).not.toHaveBeenCalled();
});

test("`everything` revalidates every page", async () => {
  expect((await postRefresh({ everything: true })).status).toBe(204);
  expect(vi.mocked(revalidatePath).mock.calls).toEqual([["/", "layout"]]);
});

test("every response has the same process id", async () => {
  const [first, second] = [await postRefresh({ tags: [] }), await postRefresh({ tags: ["place:7"] })];
  expect(first.headers.get("x-renderer-start")).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.headers.get("x-renderer-start")).toBe(first.headers.get("x-renderer-start"));
});

test("a wrong secret is refused", async () => {
  expect((await postRefresh({ tags: ["places"] }, "a wrong one")).status).toBe(403);
  expect((await postRefresh({ tags: ["places"] }, "")).status).toBe(403);
  expect(revalidateTag).not.toHaveBeenCalled();
});

test("the route does not exist without a configured secret", async () => {
  vi.stubEnv("REFRESH_SECRET", "");
  expect((await postRefresh({ tags: ["places"] }, "")).status).toBe(404);
});

test.each(["not json", null, [], { tags: "places" }, { tags: [7] }, { everything: "yes" }])(
  "the body %j is rejected and changes nothing",
  async (body) => {
    const response = await postRefresh(body);
    expect(response.status).toBe(400);
    expect(revalidateTag).not.toHaveBeenCalled();
    expect(revalidatePath).not.toHaveBeenCalled();
  },
);
