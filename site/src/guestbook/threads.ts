import type { CommentResponse } from "@karst/client";

export interface Thread {
  comment: CommentResponse;
  replies: CommentResponse[];
}

/** Comments with their replies below them, in the order they came. A reply whose comment is not shown stands by itself. */
export function groupThreads(comments: readonly CommentResponse[]): Thread[] {
  const threads = new Map<number, Thread>();
  for (const comment of comments) {
    const above = comment.parentCommentId === null ? undefined : threads.get(comment.parentCommentId);
    if (above) above.replies.push(comment);
    else threads.set(comment.id, { comment, replies: [] });
  }
  return [...threads.values()];
}
