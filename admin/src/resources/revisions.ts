import { unwrap } from "@karst/client";
import { karst } from "../api";
import type { HistoryKind } from "../history/kinds";
import { ifMatch, listed } from "./resource";

/** A record with a history. */
export interface RecordKey {
  kind: HistoryKind;
  /** The name of a standing page; `1` for the settings. */
  id: string;
}

/** The number of revisions that are fetched at once. */
const PAGE = 50;

/** Revisions of a record, the newest first. */
export const listRevisions = (path: RecordKey, offset: number) =>
  listed(karst.GET("/api/{kind}/{id}/revisions", { params: { path, query: { limit: PAGE, offset } } }));

export const getRevision = (key: RecordKey, number: number) =>
  unwrap(karst.GET("/api/{kind}/{id}/revisions/{number}", { params: { path: { ...key, number } } }));

/** Restores fields of a revision, if the record still has this version. */
export const restoreRevision = (key: RecordKey, number: number, fields: string[], version: number) =>
  unwrap(
    karst.POST("/api/{kind}/{id}/revisions/{number}/restore", {
      params: { path: { ...key, number }, header: ifMatch(version) },
      body: { fields },
    }),
  );

export const updateRevision = (
  key: RecordKey,
  number: number,
  body: { note?: string | null; isPinned?: boolean },
) => unwrap(karst.PUT("/api/{kind}/{id}/revisions/{number}", { params: { path: { ...key, number } }, body }));

export const deleteRevision = (key: RecordKey, number: number) =>
  karst.DELETE("/api/{kind}/{id}/revisions/{number}", { params: { path: { ...key, number } } });

/** Deletes all revisions of a record but the newest. */
export const deleteRevisions = (path: RecordKey) =>
  karst.DELETE("/api/{kind}/{id}/revisions", { params: { path } });
