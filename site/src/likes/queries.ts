import { unwrap } from "@karst/client";
import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { queryClient, refetch } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";

/** The liked places of an account, newest like first. */
export const likesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["/api/user/likes", uid],
    queryFn: () => unwrap(apiClient.GET("/api/user/likes")),
  });

/** Calls `listener` with the liked places' ids: now if loaded, and after each load. Returns the unsubscribe function. */
export function subscribeToLikes(uid: string, listener: (ids: number[]) => void): () => void {
  const observer = new QueryObserver(queryClient, likesQuery(uid));
  const update = ({ data, isFetching, error }: ReturnType<typeof observer.getCurrentResult>) => {
    if (error && !isFetching) console.warn("Failed to load the likes", error);
    else if (data && !isFetching) listener(data.map(({ id }) => id));
  };
  const unsubscribe = observer.subscribe(update);
  // An observer reports changes only; another part of the page may have loaded the list already.
  update(observer.getCurrentResult());
  return unsubscribe;
}

/** Toggles the like of a place and returns its new state. */
export async function postLikeToggle(businessId: number): Promise<boolean> {
  return (await unwrap(apiClient.POST("/api/user/likes/toggle", { body: { businessId } }))).isLiked;
}

/** Refetches the lists that a like changes (R80, R175). */
export const refetchLikedLists = () => refetch("/api/businesses", "/api/user/likes");
