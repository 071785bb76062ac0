import type { CategoryResponse, ImportResponse } from "@karst/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useGetList } from "react-admin";
import { getImport, importRows, listImports } from "../resources/imports";
import { useAsk } from "../useAsk";
import { IMPORTS, isBusy, type Tab } from "./shape";

/** How often the progress of an import is read. */
const POLL_MS = 1000;
const PAGE = 50;

/** All imports. */
export function useImports() {
  const ask = useAsk();
  return useQuery({ queryKey: [...IMPORTS, "list"], queryFn: () => ask(listImports) });
}

/** An import, read again each second while the server works on it. */
export function useImport(id: number) {
  const ask = useAsk();
  return useQuery({
    queryKey: [...IMPORTS, id],
    queryFn: () => ask(() => getImport(id)),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
  });
}

/** The rows of an import with this action, a page at a time. */
export function useImportRows({ id, version, state }: ImportResponse, action: Tab) {
  const ask = useAsk();
  return useInfiniteQuery({
    // The rows change with each step.
    queryKey: [...IMPORTS, id, "rows", action, version, state],
    queryFn: ({ pageParam }) => ask(() => importRows(id, action, pageParam, PAGE)),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.reduce((sum, { data }) => sum + data.length, 0);
      return count < total ? count : undefined;
    },
  });
}

/** All categories. */
export const useCategories = () =>
  useGetList<CategoryResponse>("categories", { pagination: { page: 1, perPage: 1000 } });
