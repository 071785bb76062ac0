import { unwrap } from "@karst/client";
import { MutationObserver, QueryObserver, queryOptions } from "@tanstack/react-query";
import { queryClient, refetch } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";

/** The liked places of an account, newest like first. */
export const likesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["/api/user/likes", uid],
    queryFn: () => unwrap(apiClient.GET("/api/user/likes")),
  });

const mutationKey = (uid: string) => ["/api/user/likes/toggle", uid];

type Like = { businessId: number; isLiked: boolean };

/**
 * Calls `listener` with the ids of the liked places, now and after each change: those of the list, changed by the mutations
 * that it does not contain yet. So a heart changes at once, and back if the server refuses (R80).
 */
export function observeLikes(
  uid: string,
  listener: (ids: ReadonlySet<number>, isLoaded: boolean) => void,
): () => void {
  const list = new QueryObserver(queryClient, likesQuery(uid));
  const mutations = queryClient.getMutationCache();
  const update = () => {
    const { data, dataUpdatedAt } = list.getCurrentResult();
    const ids = new Set(data?.map(({ id }) => id));
    for (const { state } of mutations.findAll({ mutationKey: mutationKey(uid) })) {
      const isUnlisted = state.status === "success" && (state.data as number) >= dataUpdatedAt;
      if (state.status !== "pending" && !isUnlisted) continue;
      const { businessId, isLiked } = state.variables as Like;
      if (isLiked) ids.add(businessId);
      else ids.delete(businessId);
    }
    listener(ids, data !== undefined);
  };
  const unsubscribeFromList = list.subscribe(update);
  const unsubscribeFromMutations = mutations.subscribe(update);
  update();
  return () => {
    unsubscribeFromList();
    unsubscribeFromMutations();
    mutations.clear(); // waiting mutations must not be sent for the next account
  };
}

/** Likes or unlikes a place. The mutations of a place run one after another, so the last one decides. */
export function mutateLike(uid: string, like: Like): Promise<unknown> {
  // The lists that a like changes (R80, R175).
  const refetchLists = () => refetch("/api/businesses", "/api/user/likes");
  return new MutationObserver(queryClient, {
    mutationKey: mutationKey(uid),
    scope: { id: `like ${like.businessId}` },
    networkMode: "always",
    async mutationFn({ businessId, isLiked }: Like) {
      const toggle = () => unwrap(apiClient.POST("/api/user/likes/toggle", { body: { businessId } }));
      // Another device may have changed the like: then the first call does the opposite, and the second one corrects it.
      if ((await toggle()).isLiked !== isLiked && (await toggle()).isLiked !== isLiked)
        throw new Error("The like is being changed elsewhere");
      // Lists that arrive later contain the like: each success cancels the list request that began before it.
      return Date.now();
    },
    onSuccess: refetchLists,
    onError: () => void refetchLists(),
  }).mutate(like);
}
