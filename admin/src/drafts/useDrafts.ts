import type { DraftItem } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { allDrafts, getDraft } from "../resources/drafts";
import type { RecordKey } from "../resources/revisions";
import { useAsk } from "../useAsk";
import { DRAFTS, isOf } from "./draft";

/** How long the lists show cached drafts before they refetch them. */
const STALE_MS = 30_000;

/** All drafts that the account may see. */
export function useDrafts(staleTime = STALE_MS) {
  const ask = useAsk();
  return useQuery({ queryKey: DRAFTS, queryFn: () => ask(allDrafts), staleTime });
}

/** The draft of a form as the list has it, with its release. The form itself keeps the draft with which it began. */
export function useListedDraft({
  key,
  draft,
}: {
  key: RecordKey;
  draft: DraftItem | null;
}): DraftItem | null {
  const ask = useAsk();
  const isStored = draft !== null && draft.version > 0;
  const { data } = useQuery({
    queryKey: DRAFTS,
    queryFn: () => ask(allDrafts),
    staleTime: STALE_MS,
    enabled: isStored,
  });
  return data?.find((one) => isOf(one, key)) ?? draft;
}

/** The stored draft of a record for its form, null if there is none. Loads nothing without a record. */
export function useStoredDraft(key: RecordKey | undefined) {
  const ask = useAsk();
  return useQuery({
    queryKey: ["drafts", key?.kind, key?.id],
    // Most records have no draft. The list shows that without a 404, which browsers log as an error.
    queryFn: () =>
      ask(async () => {
        const isStored = key !== undefined && (await allDrafts()).some((draft) => isOf(draft, key));
        return isStored ? getDraft(key) : null;
      }),
    enabled: key !== undefined,
    gcTime: 0,
  });
}
