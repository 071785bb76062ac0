// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { summarize, type PlaceSummary } from "./summary";
import { useAllPlaces } from "./useAllPlaces";
import { aPlace } from "./aPlace.fixture";

afterEach(() => void vi.unstubAllGlobals());

const place = (id: number) => aPlace({ id, name: `Hang ${id}`, slug: `hang-${id}` });
const initial: PlaceSummary[] = [1, 2].map((id) => summarize(place(id)));
const ids = (places: readonly PlaceSummary[]) => places.map(({ id }) => id);

/** Mocks the responses of the API: the ids of their places and the link to the next page. */
function mockResponses(...pages: ({ ids: number[]; next?: string } | "unavailable")[]) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    const page = pages[requests.length - 1];
    if (page === undefined || page === "unavailable") return new Response("no", { status: 503 });
    const headers = page.next ? { link: `<${page.next}>; rel="next"` } : undefined;
    return Response.json(page.ids.map(place), { headers });
  });
  return requests;
}

test("sends no request if all places are in the page", () => {
  const requests = mockResponses();
  const { result } = renderHook(() => useAllPlaces(initial, 2));
  act(result.current.loadRemaining);
  expect(result.current.isComplete).toBe(true);
  expect(requests).toEqual([]);
});

test("loads the remaining places once, to the end of the list, without duplicates", async () => {
  const requests = mockResponses({ ids: [2, 3], next: "/api/businesses?cursor=x" }, { ids: [4] });
  const { result } = renderHook(() => useAllPlaces(initial, 4));
  expect(result.current.isComplete).toBe(false);
  expect(requests).toEqual([]);
  act(() => {
    result.current.loadRemaining();
    result.current.loadRemaining();
  });
  await waitFor(() => expect(result.current.isComplete).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2, 3, 4]);
  expect(requests).toEqual([
    expect.stringMatching(/^\/api\/businesses\?limit=1000&offset=2&fields=/),
    "/api/businesses?cursor=x",
  ]);
});

test("reports an error and allows a retry", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  mockResponses("unavailable", { ids: [3] });
  const { result } = renderHook(() => useAllPlaces(initial, 3));
  act(result.current.loadRemaining);
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2]);
  act(result.current.loadRemaining);
  await waitFor(() => expect(result.current.isComplete).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2, 3]);
  expect(result.current.hasFailed).toBe(false);
});
