import { useQuery } from "@tanstack/react-query";
import { signInConfig } from "../resources";

/** Whether letters reach their people, or are kept for whoever runs this guide; undefined until that is known. */
export function useMailIsSent(): boolean | undefined {
  return useQuery({ queryKey: ["sign-in"], queryFn: signInConfig, staleTime: Infinity }).data?.mail;
}
