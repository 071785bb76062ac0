import { unwrap, type ClaimRequest, type ClaimResponse } from "@karst/client";
import { queryOptions } from "@tanstack/react-query";
import { queryClient, refetch } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";
import { getSession } from "@/auth/authStore";
import { t } from "@/messages/claims.gen";
import { notify } from "@/ui/toast/toastStore";
import { PROFILE_KEY } from "./calls";

const CLAIMS_KEY = "/api/claims";
const OPTIONS_KEY = "/api/businesses/claims/options";

const byId = (id: number) => ({ params: { path: { id } } });

export const claimsQuery = (uid: string) =>
  queryOptions({ queryKey: [CLAIMS_KEY, uid], queryFn: () => unwrap(apiClient.GET("/api/claims")) });

/** How the account can claim a place. */
export const claimOptionsQuery = (uid: string, id: number) =>
  queryOptions({
    queryKey: [OPTIONS_KEY, uid, id],
    queryFn: () => unwrap(apiClient.GET("/api/businesses/{id}/claims/options", byId(id))),
  });

/** Starts a claim to a place and returns its id. */
export async function startClaim(id: number, body: ClaimRequest): Promise<number> {
  const claim = await unwrap(apiClient.POST("/api/businesses/{id}/claims", { ...byId(id), body }));
  await refetch(CLAIMS_KEY);
  return claim.id;
}

export async function confirmClaim(id: number, code: string): Promise<void> {
  await finish(() => unwrap(apiClient.POST("/api/claims/{id}/confirm", { ...byId(id), body: { code } })));
}

export async function checkClaim(id: number): Promise<void> {
  await finish(() => unwrap(apiClient.POST("/api/claims/{id}/check", byId(id))));
}

export async function withdrawClaim(id: number): Promise<void> {
  try {
    await apiClient.DELETE("/api/claims/{id}", byId(id));
  } finally {
    await refetch(CLAIMS_KEY);
  }
}

/** Sends a proof, and reports what it decided. */
async function finish(send: () => Promise<ClaimResponse>): Promise<void> {
  try {
    const { state, place } = await send();
    notify({ title: t(state === "approved" ? "done" : "waits", { place: place.name }) });
    if (state === "approved") await applyRole();
  } finally {
    // Before the claims, with which the start of a claim may appear again.
    await queryClient.invalidateQueries({ queryKey: [OPTIONS_KEY], refetchType: "all" });
    // Also after an error: the tries that are left, or the end of the claim.
    await refetch(CLAIMS_KEY, PROFILE_KEY);
  }
}

/** The account may be a business owner now, who can reply on the page of the place. Never rejects: the proof has succeeded. */
async function applyRole(): Promise<void> {
  try {
    const user = await unwrap(apiClient.GET("/api/auth/account"));
    (await getSession()).applyAccountChange({ user });
  } catch (error) {
    console.warn("Could not read the profile", error);
  }
}
