import { useQuery } from "@tanstack/react-query";
import { signInConfig } from "../resources";

/**
 * How users get the link to choose a password: by email, or, without a mail server, from an admin (`handed`). With
 * Firebase there are no such links (`none`).
 */
export type Invitations = "mailed" | "handed" | "none";

/** How users get the link to choose a password here; undefined until that is known. */
export function useInvitations(): Invitations | undefined {
  const { data } = useQuery({ queryKey: ["sign-in"], queryFn: signInConfig, staleTime: Infinity });
  if (!data) return undefined;
  if (data.provider === "firebase") return "none";
  return data.mail ? "mailed" : "handed";
}
