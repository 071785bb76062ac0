import { unwrap, type EnquiryResponse, type MessageChanges, type MessageResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byVersion, listed, type Resource } from "./resource";

export const contact: Resource<MessageResponse, MessageChanges> = {
  list({ filter, limit, offset }) {
    const query = { ...(filter as { status?: MessageResponse["status"]; q?: string }), limit, offset };
    return listed(karst.GET("/api/admin/contact", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/contact/{id}", byId(Number(id)))),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/admin/contact/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/admin/contact/{id}", byId(id)),
  forms: { add: "MessageChanges", change: "MessageChanges" },
};

export const restoreMessage = (id: number) => unwrap(karst.POST("/api/admin/contact/{id}/restore", byId(id)));

/** The numbers of new and overdue messages, and the percentage that was answered in time. */
export const messageCounts = () => unwrap(karst.GET("/api/admin/contact/counts"));

export const enquiries: Resource<EnquiryResponse> = {
  list({ filter, limit, offset }) {
    const query = { ...(filter as { delivery?: string; q?: string }), limit, offset };
    return listed(karst.GET("/api/admin/enquiries", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/enquiries/{id}", byId(Number(id)))),
};
