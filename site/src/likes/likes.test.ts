import { expect, test, vi } from "vitest";
import { createLikes, type LikesOptions } from "./likes";

/** A server with likes whose responses can be delayed, and the likes of a page. */
function setUp(liked: number[] = []) {
  const server = new Set(liked);
  const options = {
    sendToggle: vi.fn<LikesOptions["sendToggle"]>(async (id) => {
      if (!server.delete(id)) server.add(id);
      return server.has(id);
    }),
    refetch: vi.fn(async () => likes.setServerIds(server)),
    onSuccess: vi.fn(),
    onFailure: vi.fn(),
  };
  const likes = createLikes(options);
  likes.setServerIds(server);
  return { server, likes, ...options };
}

// R80
test("a heart changes at once, and the lists are refetched afterwards", async () => {
  const { likes, server, refetch, onSuccess } = setUp();
  const listener = vi.fn();
  likes.subscribe(listener);
  const toggling = likes.toggle(7);
  expect(likes.isLiked(7)).toBe(true);
  expect(listener).toHaveBeenCalled();
  expect(refetch).not.toHaveBeenCalled();
  await toggling;
  expect([...server]).toEqual([7]);
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(onSuccess.mock.calls).toEqual([[7, true]]);
});

// R80
test("a heart changes back if the server refuses, and the lists are refetched all the same", async () => {
  const { likes, sendToggle, onFailure, onSuccess, refetch } = setUp([7]);
  sendToggle.mockRejectedValueOnce(new Error("500: "));
  const toggling = likes.toggle(7);
  expect(likes.isLiked(7)).toBe(false);
  await toggling;
  expect(likes.isLiked(7)).toBe(true);
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(onSuccess).not.toHaveBeenCalled();
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("the last of several quick toggles decides", async () => {
  const { likes, server, sendToggle } = setUp();
  const toggles = [likes.toggle(7), likes.toggle(7), likes.toggle(7)];
  await Promise.all(toggles);
  expect(likes.isLiked(7)).toBe(true);
  expect([...server]).toEqual([7]);
  await Promise.all([likes.toggle(7), likes.toggle(7)]);
  expect(likes.isLiked(7)).toBe(true);
  expect([...server]).toEqual([7]);
  expect(sendToggle.mock.calls.length).toBeLessThanOrEqual(4);
});

test("a like from another device does not invert a toggle", async () => {
  const { likes, server } = setUp();
  server.add(7);
  await likes.toggle(7);
  expect([...server]).toEqual([7]);
  expect(likes.isLiked(7)).toBe(true);
});

test("if the lists cannot be refetched, the server's last state stays", async () => {
  const { likes, refetch } = setUp();
  refetch.mockRejectedValueOnce(new Error("offline"));
  await likes.toggle(7);
  expect(likes.isLiked(7)).toBe(true);
});

test("a list that arrives during a toggle does not revert it", async () => {
  const { likes } = setUp();
  const toggling = likes.toggle(7);
  likes.setServerIds([]);
  expect(likes.isLiked(7)).toBe(true);
  await toggling;
});

test("after a sign-out no heart is filled, and a late response fills none", async () => {
  const { likes, onFailure, onSuccess, sendToggle } = setUp([1]);
  let refuse = (_: Error) => {};
  sendToggle.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
  const toggling = likes.toggle(7);
  likes.reset();
  refuse(new Error("401: Unauthorized"));
  await toggling;
  expect([1, 7].map(likes.isLiked)).toEqual([false, false]);
  expect(onFailure).not.toHaveBeenCalled();
  expect(onSuccess).not.toHaveBeenCalled();
});
