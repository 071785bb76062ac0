import { revalidatePath, revalidateTag } from "next/cache";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST } from "./route";

vi.mock("next/cache", () => ({ revalidatePath: vi.fn(), revalidateTag: vi.fn() }));

beforeEach(() => vi.stubEnv("REFRESH_SECRET", "a long secret"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

const asks = (body: unknown, secret = "a long secret") =>
  POST(
    new Request("http://127.0.0.1/refresh", {
      method: "POST",
      headers: { "x-refresh-secret": secret },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );

test("each tag is expired at once", async () => {
  const answer = await asks({ tags: ["place:7", "places"], everything: false });
  expect(answer.status).toBe(204);
  expect(vi.mocked(revalidateTag).mock.calls).toEqual([
    ["place:7", { expire: 0 }],
    ["places", { expire: 0 }],
  ]);
  expect(revalidatePath).not.toHaveBeenCalled();
});

test("everything is every page", async () => {
  expect((await asks({ everything: true })).status).toBe(204);
  expect(vi.mocked(revalidatePath).mock.calls).toEqual([["/", "layout"]]);
});

test("every answer names the same start of the process", async () => {
  const [one, other] = [await asks({ tags: [] }), await asks({ tags: ["place:7"] })];
  expect(one.headers.get("x-renderer-start")).toMatch(/^[0-9a-f-]{36}$/);
  expect(other.headers.get("x-renderer-start")).toBe(one.headers.get("x-renderer-start"));
});

test("without the secret nothing is refreshed", async () => {
  expect((await asks({ tags: ["places"] }, "a wrong one")).status).toBe(403);
  expect((await asks({ tags: ["places"] }, "")).status).toBe(403);
  expect(revalidateTag).not.toHaveBeenCalled();
});

test("where no secret is set there is no such address", async () => {
  vi.stubEnv("REFRESH_SECRET", "");
  expect((await asks({ tags: ["places"] }, "")).status).toBe(404);
});

test.each(["not json", null, [], { tags: "places" }, { tags: [7] }, { everything: "yes" }])(
  "%j is refused and changes nothing",
  async (body) => {
    const answer = await asks(body);
    expect(answer.status).toBe(400);
    expect(revalidateTag).not.toHaveBeenCalled();
    expect(revalidatePath).not.toHaveBeenCalled();
  },
);
