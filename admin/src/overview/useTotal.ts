import { useGetList } from "react-admin";

/** The number of records that match the filter, as the list of the resource shows it. */
export function useTotal(resource: string, filter: object, isEnabled = true) {
  const { total, isLoading, error, refetch } = useGetList(
    resource,
    { filter, pagination: { page: 1, perPage: 1 } },
    { enabled: isEnabled },
  );
  return { total, isLoading, error, refetch };
}

/**
 * The path of the list with exactly this filter. Without a filter in the URL, the list would reuse that of an earlier
 * visit.
 */
export const listAt = (resource: string, filter: object): string =>
  `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
