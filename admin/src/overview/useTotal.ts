import { useGetList } from "react-admin";

/** How many records of the resource's list its filter leaves: the number that the list shows with the same filter. */
export function useTotal(resource: string, filter: object, isEnabled = true) {
  const { total, isLoading, error, refetch } = useGetList(
    resource,
    { filter, pagination: { page: 1, perPage: 1 } },
    { enabled: isEnabled },
  );
  return { total, isLoading, error, refetch };
}

/** The list with exactly this filter. Without one in the address, the list would reuse that of an earlier visit. */
export const listAt = (resource: string, filter: object): string =>
  `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
