import {
  bodyOf,
  type CommentResponse,
  type EntryResponse,
  type NewComment,
  type NewEntry,
} from "@karst/client";
import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";

/** The newest entries as somebody sees them, their own waiting ones among them: of one place, or all. */
export const entriesQuery = (uid: string, placeId: number | null) =>
  queryOptions({
    queryKey:
      placeId === null ? ["/api/guestbook", "list", uid] : ["/api/businesses", placeId, "guestbook", uid],
    queryFn: (): Promise<EntryResponse[]> => {
      const query = { limit: 100 };
      return placeId === null
        ? bodyOf(apiClient.GET("/api/guestbook", { params: { query } }))
        : bodyOf(apiClient.GET("/api/businesses/{id}/guestbook", { params: { path: { id: placeId }, query } }));
    },
  });

/** One entry with its comments, as somebody sees it; `uid` is null for a stranger. */
export const entryQuery = (uid: string | null, id: number) =>
  queryOptions({
    queryKey: ["/api/guestbook", id, uid],
    queryFn: () => bodyOf(apiClient.GET("/api/guestbook/{id}", { params: { path: { id } } })),
  });

/** What the site's forms send of themselves beside what somebody wrote: how programs are told from people. */
export type SpamSignals = { leaveBlank?: string; elapsedMs?: number };

export async function postEntry(entry: NewEntry): Promise<void> {
  await apiClient.POST("/api/guestbook", { body: entry });
  await refetchEntries();
}

/** Adds a comment under an entry; answers how it stands: a suspicious one waits for review. */
export async function postComment(id: number, comment: NewComment): Promise<CommentResponse> {
  const posted = await bodyOf(
    apiClient.POST("/api/guestbook/{id}/comments", { params: { path: { id } }, body: comment }),
  );
  await refetchEntries();
  return posted;
}

/** Takes one's own entry back. */
export async function withdrawEntry(id: number): Promise<void> {
  await apiClient.DELETE("/api/guestbook/{id}", { params: { path: { id } } });
  await refetchEntries(id);
}

/**
 * Asks again for every list and entry on the screen (row 175), but not for one that is gone and still open. It does not
 * fail: what was posted is posted.
 */
async function refetchEntries(gone?: number): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, id] }) =>
      kind === "/api/businesses" || (kind === "/api/guestbook" && (gone === undefined || id !== gone)),
  });
}
