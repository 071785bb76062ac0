import { useQuery } from "@tanstack/react-query";
import { settings } from "../resources";

/** The region's brand and map; undefined until it has been read. */
export function useSettings() {
  return useQuery({ queryKey: ["settings"], queryFn: settings, staleTime: Infinity }).data;
}
