import { useInfiniteQuery, useQuery, type QueryKey } from "@tanstack/react-query";
import { useDataProvider, type RaRecord } from "react-admin";
import { useAsk } from "../useAsk";
import { getRevision, listRevisions, type RecordKey } from "../resources/revisions";

/** The current record. */
export type Current = RaRecord & { version: number };

/** All queries about the history of a record. */
export const historyQueries = ({ kind, id }: RecordKey): QueryKey => ["history", kind, id];

/** Fetches the current record. */
export function useFetchRecord({ kind, id }: RecordKey): () => Promise<Current> {
  const provider = useDataProvider();
  return async () => (await provider.getOne(kind === "pages" ? `pages/${id}` : kind, { id })).data as Current;
}

/**
 * The revisions of a record, and the current record. It has its own query: the form behind the dialog must not change
 * or disappear when it is refetched.
 */
export function useHistory(record: RecordKey) {
  const ask = useAsk();
  const fetchRecord = useFetchRecord(record);
  const list = useInfiniteQuery({
    queryKey: [...historyQueries(record), "list"],
    queryFn: ({ pageParam }) => ask(() => listRevisions(record, pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.reduce((sum, { data }) => sum + data.length, 0);
      return count < total ? count : undefined;
    },
  });
  const current = useQuery({ queryKey: [...historyQueries(record), "current"], queryFn: fetchRecord });
  return { list, current, items: list.data?.pages.flatMap(({ data }) => data) ?? [] };
}

/** A revision with the whole record. Fetches nothing without a number. */
export function useRevision(record: RecordKey, number: number | null) {
  const ask = useAsk();
  return useQuery({
    queryKey: [...historyQueries(record), number],
    queryFn: () => ask(() => getRevision(record, number!)),
    enabled: number !== null,
  });
}
