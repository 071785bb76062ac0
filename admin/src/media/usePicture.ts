import type { ImageResponse, MediaResponse } from "@karst/client";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { libraryPage } from "../resources";

/** An image at an address: from the library, or as a record shows it, which has a description or is decorative. */
export type KnownPicture = MediaResponse | ImageResponse;

/** The address of a stored image. */
const STORED = /^\/media\/[\da-f]+-[\da-f]+\.jpg$/;
/** How many of the newest images are searched for an address that no loaded record has, such as one of a draft. */
const NEWEST = 100;

const keyOf = (address: string) => ["pictures", address];

/** The image at an address in the records that are loaded. */
function inRecords(queries: QueryClient, address: string): ImageResponse | undefined {
  const isRecord = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === "getOne";
  return queries
    .getQueriesData<{ pictures?: ImageResponse[] }>({ predicate: isRecord })
    .flatMap(([, record]) => record?.pictures ?? [])
    .find(({ url }) => url === address);
}

/** The known data of the image at an address. Null if there is none, such as for an image of another site. */
export function usePicture(address: string): KnownPicture | null {
  const queries = useQueryClient();
  const { data } = useQuery<KnownPicture | null>({
    queryKey: keyOf(address),
    queryFn: async () => {
      const { data: newest } = await libraryPage("", NEWEST, 0);
      return newest.find(({ url }) => url === address) ?? null;
    },
    initialData: () => inRecords(queries, address),
    enabled: STORED.test(address),
    staleTime: Infinity,
  });
  return data ?? null;
}

/** Shares an image that was uploaded, chosen or saved with all fields that show it. */
export function useRememberPicture(): (picture: MediaResponse) => void {
  const queries = useQueryClient();
  return (picture) => queries.setQueryData<KnownPicture>(keyOf(picture.url), picture);
}
