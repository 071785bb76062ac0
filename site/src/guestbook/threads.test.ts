import { expect, test } from "vitest";
import { aComment } from "./anEntry.fixture";
import { groupThreads } from "./threads";

test("replies are grouped below their comment, in order", () => {
  const threads = groupThreads([
    aComment({ id: 1 }),
    aComment({ id: 2 }),
    aComment({ id: 3, parentCommentId: 1 }),
    aComment({ id: 4, parentCommentId: 2 }),
    aComment({ id: 5, parentCommentId: 1 }),
  ]);
  expect(threads.map(({ comment, replies }) => [comment.id, replies.map(({ id }) => id)])).toEqual([
    [1, [3, 5]],
    [2, [4]],
  ]);
});

test("a reply to a hidden comment becomes a thread of its own", () => {
  const [thread] = groupThreads([aComment({ id: 3, parentCommentId: 1 })]);
  expect(thread?.comment.id).toBe(3);
});
