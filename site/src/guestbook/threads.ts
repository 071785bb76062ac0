import type { CommentResponse } from "@karst/client";

export interface Thread {
  comment: CommentResponse;
  replies: CommentResponse[];
}

/** Groups comments with their replies, in their order. A reply to a hidden comment becomes a thread of its own. */
export function groupThreads(comments: readonly CommentResponse[]): Thread[] {
  const threads = new Map<number, Thread>();
  for (const comment of comments) {
    const parent = comment.parentCommentId === null ? undefined : threads.get(comment.parentCommentId);
    if (parent) parent.replies.push(comment);
    else threads.set(comment.id, { comment, replies: [] });
  }
  return [...threads.values()];
}
