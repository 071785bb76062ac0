import { bodyOf } from "@karst/client";
import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { queryClient, refetch } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";

/** The places somebody likes, the newest like first. */
export const likesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["/api/user/likes", uid],
    queryFn: () => bodyOf(apiClient.GET("/api/user/likes")),
  });

/** Calls `hear` with the ids of the liked places: at once if they are loaded, and after each load. Returns how to stop. */
export function subscribeToLikes(uid: string, hear: (ids: number[]) => void): () => void {
  const observer = new QueryObserver(queryClient, likesQuery(uid));
  const update = ({ data, isFetching, error }: ReturnType<typeof observer.getCurrentResult>) => {
    if (error && !isFetching) console.warn("The likes could not be read", error);
    else if (data && !isFetching) hear(data.map(({ id }) => id));
  };
  const stop = observer.subscribe(update);
  // An observer reports changes only, and another part of the page may have loaded the list already.
  update(observer.getCurrentResult());
  return stop;
}

/** Turns the like of a place round; answers how it stands then. */
export async function postLikeToggle(businessId: number): Promise<boolean> {
  return (await bodyOf(apiClient.POST("/api/user/likes/toggle", { body: { businessId } }))).isLiked;
}

/** What a like changes is asked for again (rows 80 and 175). */
export const refetchLikedLists = () => refetch("/api/businesses", "/api/user/likes");
