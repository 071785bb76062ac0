import { unwrap, type ReleaseChanges, type ReleaseItem } from "@karst/client";
import { karst } from "../api";
import { byId, byVersion, listed, type Listed } from "./resource";
import type { RecordKey } from "./revisions";

/** The maximum number of releases in one response. */
const PAGE = 100;

/** A page of releases: the open ones by their times, then the others, the newest first. */
export const listReleases = (offset: number, state?: ReleaseItem["state"]): Promise<Listed<ReleaseItem>> =>
  listed(karst.GET("/api/releases", { params: { query: { limit: PAGE, offset, state } } }));

export const getRelease = (id: number) => unwrap(karst.GET("/api/releases/{id}", byId(id)));

export const createRelease = (name: string) => unwrap(karst.POST("/api/releases", { body: { name } }));

export const updateRelease = (id: number, body: ReleaseChanges, version: number) =>
  unwrap(karst.PUT("/api/releases/{id}", { ...byVersion(id, version), body }));

/** Cancels the release. Its drafts stay. */
export const cancelRelease = (id: number, version: number) =>
  karst.DELETE("/api/releases/{id}", byVersion(id, version));

/** Publishes all drafts of the release, or none. */
export const publishRelease = (id: number, version: number) =>
  unwrap(karst.POST("/api/releases/{id}/publish", byVersion(id, version)));

/** Brings all records back to their states before the release, or none. */
export const undoRelease = (id: number, version: number) =>
  unwrap(karst.POST("/api/releases/{id}/undo", byVersion(id, version)));

const DRAFT = "/api/releases/{id}/drafts/{kind}/{recordId}";

const draftOf = (id: number, { kind, id: recordId }: RecordKey) => ({
  params: { path: { id, kind, recordId } },
});

/** Adds the stored draft of a record. */
export const addToRelease = (id: number, record: RecordKey) => karst.PUT(DRAFT, draftOf(id, record));

export const takeOutOfRelease = (id: number, record: RecordKey) => karst.DELETE(DRAFT, draftOf(id, record));
