import { unwrap, type ClaimResponse } from "@karst/client";
import { karst } from "../api";
import { byId, listed, type Resource } from "./resource";

export const claims: Resource<ClaimResponse> = {
  list: ({ limit, offset, filter: { state } }) =>
    listed(
      karst.GET("/api/admin/claims", {
        params: { query: { limit, offset, state: state as ClaimResponse["state"] | undefined } },
      }),
    ),
};

/** The number of claims that wait for an admin. */
export const claimCounts = () => unwrap(karst.GET("/api/admin/claims/counts"));

export type ClaimDecision = "approve" | "decline" | "revoke";

/** Decides on a claim. */
export function decideClaim(id: number, decision: ClaimDecision, note: string | null) {
  const options = { ...byId(id), body: { note } };
  switch (decision) {
    case "approve":
      return unwrap(karst.POST("/api/admin/claims/{id}/approve", options));
    case "decline":
      return unwrap(karst.POST("/api/admin/claims/{id}/decline", options));
    case "revoke":
      return unwrap(karst.POST("/api/admin/claims/{id}/revoke", options));
  }
}

/** The changes of a place by its owner that wait for review. */
export const waitingChanges = (placeId: number) =>
  unwrap(karst.GET("/api/businesses/{id}/proposals", byId(placeId)));

/** Withdraws a waiting change. */
export const withdrawChange = (id: number) => karst.POST("/api/proposals/{id}/withdraw", byId(id));
