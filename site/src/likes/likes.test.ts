import { expect, test, vi } from "vitest";
import { createLikes, type LikesOptions } from "./likes";

/** A server that keeps likes and can be held up, and the hearts of a page. */
function setUp(liked: number[] = []) {
  const server = new Set(liked);
  const parts = {
    toggle: vi.fn<LikesOptions["toggle"]>(async (id) => {
      if (!server.delete(id)) server.add(id);
      return server.has(id);
    }),
    refetch: vi.fn(async () => likes.know(server)),
    onSettled: vi.fn(),
    onFailure: vi.fn(),
  };
  const likes = createLikes(parts);
  likes.know(server);
  return { server, likes, ...parts };
}

test("row 80: a heart flips at once, and the lists are asked for again afterwards", async () => {
  const { likes, server, refetch, onSettled } = setUp();
  const heard = vi.fn();
  likes.subscribe(heard);
  const flipped = likes.flip(7);
  expect(likes.isLiked(7)).toBe(true);
  expect(heard).toHaveBeenCalled();
  expect(refetch).not.toHaveBeenCalled();
  await flipped;
  expect([...server]).toEqual([7]);
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(onSettled.mock.calls).toEqual([[7, true]]);
});

test("row 80: it flips back when the server refuses, and the lists are asked for all the same", async () => {
  const { likes, toggle, onFailure, onSettled, refetch } = setUp([7]);
  toggle.mockRejectedValueOnce(new Error("500: "));
  const flipped = likes.flip(7);
  expect(likes.isLiked(7)).toBe(false);
  await flipped;
  expect(likes.isLiked(7)).toBe(true);
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(onSettled).not.toHaveBeenCalled();
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("presses while the first is on its way end where the last one wanted", async () => {
  const { likes, server, toggle } = setUp();
  const done = [likes.flip(7), likes.flip(7), likes.flip(7)];
  await Promise.all(done);
  expect(likes.isLiked(7)).toBe(true);
  expect([...server]).toEqual([7]);
  await Promise.all([likes.flip(7), likes.flip(7)]);
  expect(likes.isLiked(7)).toBe(true);
  expect([...server]).toEqual([7]);
  expect(toggle.mock.calls.length).toBeLessThanOrEqual(4);
});

test("a like of another device does not turn a press into its opposite", async () => {
  const { likes, server } = setUp();
  server.add(7);
  await likes.flip(7);
  expect([...server]).toEqual([7]);
  expect(likes.isLiked(7)).toBe(true);
});

test("where the lists cannot be had, what the server said goes on being shown", async () => {
  const { likes, refetch } = setUp();
  refetch.mockRejectedValueOnce(new Error("offline"));
  await likes.flip(7);
  expect(likes.isLiked(7)).toBe(true);
});

test("a list that arrives during a press does not take it back", async () => {
  const { likes } = setUp();
  const flipped = likes.flip(7);
  likes.know([]);
  expect(likes.isLiked(7)).toBe(true);
  await flipped;
});

test("whoever signs out leaves no lit heart, and no answer lights one afterwards", async () => {
  const { likes, onFailure, onSettled, toggle } = setUp([1]);
  let refuse = (_: Error) => {};
  toggle.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
  const flipped = likes.flip(7);
  likes.forget();
  refuse(new Error("401: Unauthorized"));
  await flipped;
  expect([1, 7].map(likes.isLiked)).toEqual([false, false]);
  expect(onFailure).not.toHaveBeenCalled();
  expect(onSettled).not.toHaveBeenCalled();
});
