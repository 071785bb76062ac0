import { unwrap } from "@karst/client";
import type { AdminCommentResponse, AdminEntryRequest, AdminEntryResponse } from "@karst/client";
import { karst } from "../api";
import { byId, byKey, byVersion, listed, type Resource } from "./resource";

type EntryStatus = AdminEntryResponse["status"];
type Decision = Exclude<EntryStatus, "pending">;

export const guestbook: Resource<AdminEntryResponse, AdminEntryRequest> = {
  list({ filter, limit, offset }) {
    const { status = "pending", q } = filter as { status?: EntryStatus; q?: string };
    // Each status has a path of its own; they take and return the same.
    const path = `/api/admin/guestbook/${status}` as "/api/admin/guestbook/pending";
    return listed(karst.GET(path, { params: { query: { limit, offset, q } } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/guestbook/{id}", byId(Number(id)))),
  add: (body, key) => unwrap(karst.POST("/api/admin/guestbook", { ...byKey(key), body })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/admin/guestbook/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/admin/guestbook/{id}", byId(id)),
  forms: { add: "AdminEntryRequest", change: "EntryChanges" },
};

export const comments: Resource<AdminCommentResponse> = {
  list({ filter, limit, offset }) {
    const { status } = filter as { status?: EntryStatus };
    return listed(karst.GET("/api/admin/comments", { params: { query: { status, limit, offset } } }));
  },
  remove: (id) => karst.DELETE("/api/admin/comments/{id}", byId(id)),
};

/** Restores an entry within ten minutes of its deletion. */
export const restoreEntry = (id: number) => unwrap(karst.POST("/api/admin/guestbook/{id}/restore", byId(id)));

export const restoreComment = (id: number) =>
  unwrap(karst.POST("/api/admin/comments/{id}/restore", byId(id)));

/** The number of entries of each status, and of pending comments. */
export const entryCounts = () => unwrap(karst.GET("/api/admin/guestbook/counts"));

/** Decides on an entry. Returns the entry with its new status. */
export const moderateEntry = (id: number, status: Decision, notes?: string) =>
  unwrap(karst.POST("/api/admin/guestbook/{id}/moderate", { ...byId(id), body: { status, notes } }));

/** Undoes the last decision on an entry. */
export const undoModeration = (id: number) => unwrap(karst.POST("/api/admin/guestbook/{id}/undo", byId(id)));

/** One decision on many entries or comments. */
export const moderateMany = {
  guestbook: (ids: number[], status: Decision) =>
    unwrap(karst.POST("/api/admin/guestbook/bulk", { body: { ids, status } })),
  comments: (ids: number[], status: Decision) =>
    unwrap(karst.POST("/api/admin/comments/bulk", { body: { ids, status } })),
};

export const undoModerateMany = {
  guestbook: (id: number) => unwrap(karst.POST("/api/admin/guestbook/bulk/{id}/undo", byId(id))),
  comments: (id: number) => unwrap(karst.POST("/api/admin/comments/bulk/{id}/undo", byId(id))),
};
