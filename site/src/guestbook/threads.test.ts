import { expect, test } from "vitest";
import { aComment } from "./anEntry.fixture";
import { groupThreads } from "./threads";

test("replies stand below what they answer, in the order they came", () => {
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

test("a reply to what is not shown is not lost", () => {
  const [thread] = groupThreads([aComment({ id: 3, parentCommentId: 1 })]);
  expect(thread?.comment.id).toBe(3);
});
