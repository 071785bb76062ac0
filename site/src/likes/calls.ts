import { bodyOf } from "@karst/client";
import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { queryClient, refetch } from "@/api/queryClient";
import { karst } from "@/identity/karst";

/** The places somebody likes, the newest like first. */
export const likesOf = (uid: string) =>
  queryOptions({
    queryKey: ["/api/user/likes", uid],
    queryFn: () => bodyOf(karst.GET("/api/user/likes")),
  });

/** Keeps `hear` informed of the ids of the places that somebody likes. Returns how to stop. */
export function watchLikes(uid: string, hear: (ids: number[]) => void): () => void {
  const observer = new QueryObserver(queryClient, likesOf(uid));
  return observer.subscribe(({ data, isFetching, error }) => {
    if (error && !isFetching) console.warn("The likes could not be read", error);
    else if (data && !isFetching) hear(data.map(({ id }) => id));
  });
}

/** Turns the like of a place round; answers how it stands then. */
export async function toggleLike(businessId: number): Promise<boolean> {
  return (await bodyOf(karst.POST("/api/user/likes/toggle", { body: { businessId } }))).isLiked;
}

/** What a like changes is asked for again (rows 80 and 175). */
export const refetchLiked = () => refetch("/api/businesses", "/api/user/likes");
