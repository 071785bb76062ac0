import { unwrap, type ProposalResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byVersion, listed, type Resource } from "./resource";

type Filter = { state?: ProposalResponse["state"]; spam?: boolean; placeId?: number; createdBefore?: string };

export const proposals: Resource<ProposalResponse> = {
  list({ filter, limit, offset }) {
    const query = { ...(filter as Filter), limit, offset };
    return listed(karst.GET("/api/admin/proposals", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/proposals/{id}", byId(Number(id)))),
};

/** The number of proposals that wait for a decision. */
export const proposalCounts = () => unwrap(karst.GET("/api/admin/proposals/counts"));

/** Accepts a proposal if the place has this version. Without fields, the proposed values are used. */
export const acceptProposal = (id: number, version: number, fields?: Record<string, unknown>) =>
  unwrap(karst.POST("/api/admin/proposals/{id}/accept", { ...byVersion(id, version), body: { fields } }));

export const declineProposal = (id: number) =>
  unwrap(karst.POST("/api/admin/proposals/{id}/decline", { ...byId(id), body: {} }));

/** Undoes the decision within ten minutes. */
export const undoProposal = (id: number) => unwrap(karst.POST("/api/admin/proposals/{id}/undo", byId(id)));
