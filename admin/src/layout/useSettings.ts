import { useQuery } from "@tanstack/react-query";
import { settings } from "../resources";

/** The region's settings, such as brand and map; undefined until they are loaded. */
export function useSettings() {
  return useQuery({ queryKey: ["settings"], queryFn: settings, staleTime: Infinity }).data;
}
