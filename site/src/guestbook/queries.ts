import {
  unwrap,
  type CommentResponse,
  type EntryResponse,
  type NewComment,
  type NewEntry,
  type OwnerReplyRequest,
} from "@karst/client";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";

/** The newest entries about a place, or all, including the pending ones of the account. */
export const entriesQuery = (uid: string, placeId: number | null) =>
  queryOptions({
    queryKey:
      placeId === null ? ["/api/guestbook", "list", uid] : ["/api/businesses", placeId, "guestbook", uid],
    queryFn: (): Promise<EntryResponse[]> => {
      const query = { limit: 100 };
      return placeId === null
        ? unwrap(apiClient.GET("/api/guestbook", { params: { query } }))
        : unwrap(
            apiClient.GET("/api/businesses/{id}/guestbook", { params: { path: { id: placeId }, query } }),
          );
    },
  });

/** An entry with its comments as the account sees it; `uid` is null without one. */
export const entryQuery = (uid: string | null, id: number) =>
  queryOptions({
    queryKey: ["/api/guestbook", id, uid],
    queryFn: () => unwrap(apiClient.GET("/api/guestbook/{id}", { params: { path: { id } } })),
  });

/** The fields by which the spam check tells bots from people. */
export type SpamSignals = { leaveBlank?: string; elapsedMs?: number };

export async function postEntry(entry: NewEntry): Promise<void> {
  await apiClient.POST("/api/guestbook", { body: entry });
  await refetchEntries();
}

/** Adds a comment to an entry and returns it with its status: a suspicious one is pending. */
export async function postComment(id: number, comment: NewComment): Promise<CommentResponse> {
  const posted = await unwrap(
    apiClient.POST("/api/guestbook/{id}/comments", { params: { path: { id } }, body: comment }),
  );
  await refetchEntries();
  return posted;
}

/** Replies to an entry in the name of its place, or changes the account's own reply before it is reviewed. */
export async function sendOwnerReply(id: number, reply: OwnerReplyRequest, isChange: boolean): Promise<void> {
  const options = { params: { path: { id } }, body: reply };
  await (isChange
    ? apiClient.PUT("/api/guestbook/{id}/owner-reply", options)
    : apiClient.POST("/api/guestbook/{id}/owner-reply", options));
  await refetchEntries();
}

/** Deletes the reply of the account's place to an entry. */
export async function deleteOwnerReply(id: number): Promise<void> {
  await apiClient.DELETE("/api/guestbook/{id}/owner-reply", { params: { path: { id } } });
  await refetchEntries();
}

/** Deletes the account's own entry. */
export async function withdrawEntry(id: number): Promise<void> {
  await apiClient.DELETE("/api/guestbook/{id}", { params: { path: { id } } });
  await refetchEntries(id);
}

/**
 * Refetches all lists and entries on the screen (R175) except a deleted entry that is still open. Never rejects: the write
 * itself has succeeded.
 */
async function refetchEntries(deletedId?: number): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      path === "/api/businesses" ||
      (path === "/api/guestbook" && (deletedId === undefined || id !== deletedId)),
  });
}
