import { unwrap, type PreviewRequest } from "@karst/client";
import { karst } from "../api";
import type { RecordKey } from "./revisions";

/** Makes a preview of the draft of a record. The response has its link, which cannot be read again. */
export const createPreview = (path: RecordKey, body: PreviewRequest) =>
  unwrap(karst.POST("/api/{kind}/{id}/previews", { params: { path }, body }));

/** The shared previews of the draft of a record that are open, the newest first. */
export const listPreviews = (path: RecordKey) =>
  unwrap(karst.GET("/api/{kind}/{id}/previews", { params: { path } }));

export const revokePreview = (key: RecordKey, previewId: number) =>
  karst.DELETE("/api/{kind}/{id}/previews/{previewId}", { params: { path: { ...key, previewId } } });
