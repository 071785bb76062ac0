// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { summarize, type PlaceSummary } from "./summary";
import { useAllPlaces } from "./useAllPlaces";
import { aPlace } from "./aPlace.fixture";

afterEach(() => void vi.unstubAllGlobals());

const place = (id: number) => aPlace({ id, name: `Hang ${id}`, slug: `hang-${id}` });
const first: PlaceSummary[] = [1, 2].map((id) => summarize(place(id)));
const ids = (places: readonly PlaceSummary[]) => places.map(({ id }) => id);

/** Answers of the API in turn: each the places with these ids, and where the list goes on. */
function answer(...pages: ({ ids: number[]; next?: string } | "refused")[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const page = pages[asked.length - 1];
    if (page === undefined || page === "refused") return new Response("no", { status: 503 });
    const headers = page.next ? { link: `<${page.next}>; rel="next"` } : undefined;
    return Response.json(page.ids.map(place), { headers });
  });
  return asked;
}

test("a guide whose places are all here asks nothing", () => {
  const asked = answer();
  const { result } = renderHook(() => useAllPlaces(first, 2));
  act(result.current.readOthers);
  expect(result.current.isWhole).toBe(true);
  expect(asked).toEqual([]);
});

test("the others are read once, to the end of the list, and none stands there twice", async () => {
  const asked = answer({ ids: [2, 3], next: "/api/businesses?cursor=x" }, { ids: [4] });
  const { result } = renderHook(() => useAllPlaces(first, 4));
  expect(result.current.isWhole).toBe(false);
  expect(asked).toEqual([]);
  act(() => {
    result.current.readOthers();
    result.current.readOthers();
  });
  await waitFor(() => expect(result.current.isWhole).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([
    expect.stringMatching(/^\/api\/businesses\?limit=1000&offset=2&fields=/),
    "/api/businesses?cursor=x",
  ]);
});

test("what could not be read is said, and can be asked for again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  answer("refused", { ids: [3] });
  const { result } = renderHook(() => useAllPlaces(first, 3));
  act(result.current.readOthers);
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2]);
  act(result.current.readOthers);
  await waitFor(() => expect(result.current.isWhole).toBe(true));
  expect(ids(result.current.places)).toEqual([1, 2, 3]);
  expect(result.current.hasFailed).toBe(false);
});
