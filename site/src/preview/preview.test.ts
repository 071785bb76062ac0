import { renderToString } from "react-dom/server";
import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getPreview } from "./preview";
import { field } from "./field";

const TICKET = "GhLtWgZP0r7uQn3xVb5yKc2dEa9sJm4fTi6oUe8pRwA";
const fetch = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubEnv("CMS_ORIGIN", "http://api.test");
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

// R469
test("a preview is read for each request and never cached", async () => {
  fetch.mockResolvedValue(Response.json({ kind: "place" }));
  expect(await getPreview(TICKET)).toEqual({ kind: "place" });
  expect(fetch.mock.lastCall![0]).toBe(`http://api.test/api/preview/${TICKET}`);
  expect(fetch.mock.lastCall![1].cache).toBe("no-store");
  fetch.mockResolvedValue(new Response(null, { status: 404 }));
  expect(await getPreview(TICKET)).toBeNull();
});

// R469
test("an error, which is logged, does not name the ticket", async () => {
  fetch.mockResolvedValue(new Response(null, { status: 503 }));
  const error: Error = await getPreview(TICKET).then(
    () => Promise.reject(new Error("no error")),
    (error: Error) => error,
  );
  expect(error.message).toBe("/api/preview returned 503");
});

// R471
test("parts of public pages do not name their fields", () => {
  expect(renderToString(createElement("h1", field("name")))).toBe("<h1></h1>");
});
