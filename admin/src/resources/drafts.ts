import { unwrap, type DraftItem, type DraftRequest } from "@karst/client";
import { karst } from "../api";
import { ifMatch, listed } from "./resource";
import type { RecordKey } from "./revisions";

/** The maximum number of drafts in one response. */
const PAGE = 100;

/** All drafts that the account may see, or those of a kind; those that are published next come first. */
export async function allDrafts(kind?: DraftItem["kind"]): Promise<DraftItem[]> {
  const found: DraftItem[] = [];
  for (;;) {
    const query = { kind, limit: PAGE, offset: found.length };
    const { data, total } = await listed(karst.GET("/api/drafts", { params: { query } }));
    found.push(...data);
    if (data.length === 0 || found.length >= total) return found;
  }
}

/** The draft of a record with the changed fields. */
export const getDraft = (path: RecordKey) =>
  unwrap(karst.GET("/api/{kind}/{id}/draft", { params: { path } }));

/** Saves the draft of a record, if the stored one still has this version: 0 if there is none. */
export const saveDraft = (path: RecordKey, body: DraftRequest, version: number) =>
  unwrap(karst.PUT("/api/{kind}/{id}/draft", { params: { path, header: ifMatch(version) }, body }));

export const deleteDraft = (path: RecordKey, version: number) =>
  karst.DELETE("/api/{kind}/{id}/draft", { params: { path, header: ifMatch(version) } });

/** Publishes the draft of a record. Returns the version of the record. */
export const publishDraft = (path: RecordKey, version: number) =>
  unwrap(karst.POST("/api/{kind}/{id}/draft/publish", { params: { path, header: ifMatch(version) } }));

/** The maximum number of ids in one query. */
const MAX_IDS = 200;

/** The ids of the records of a kind that have a draft, as a filter of the API's lists; undefined if there are none. */
export async function idsWithDraft(kind: DraftItem["kind"]): Promise<string | undefined> {
  const ids = (await allDrafts(kind)).map(({ recordId }) => recordId);
  return ids.slice(0, MAX_IDS).join(",") || undefined;
}
