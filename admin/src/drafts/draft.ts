import type { DraftItem } from "@karst/client";
import type { QueryKey } from "@tanstack/react-query";
import { t as tLayout } from "../messages/layout.gen";
import { t as tPages } from "../messages/pages.gen";
import type { PageName } from "../pages/shape";
import type { RecordKey } from "../resources/revisions";

const KINDS = {
  place: "businesses",
  article: "articles",
  category: "categories",
  page: "pages",
  settings: "settings",
} as const;

/** The query of all drafts. */
export const DRAFTS: QueryKey = ["drafts", "list"];

/** The record of a draft. */
export const keyOf = ({ kind, recordId }: Pick<DraftItem, "kind" | "recordId">): RecordKey => ({
  kind: KINDS[kind as keyof typeof KINDS],
  id: recordId,
});

export const isOf = (draft: DraftItem, { kind, id }: RecordKey): boolean =>
  keyOf(draft).kind === kind && draft.recordId === id;

/** The path of the form of a record. */
export const formPath = ({ kind, id }: RecordKey): string =>
  kind === "settings" ? "/settings" : `/${kind}/${id}`;

/** The name of the record of a draft. */
export function nameOf({ kind, recordId, name }: Pick<DraftItem, "kind" | "recordId" | "name">): string {
  if (kind === "settings") return tLayout("section.settings");
  return kind === "page" ? tPages(`page.${recordId as PageName}.title`) : name;
}

/** Whether the record was changed since the draft began, also if `version` of the record is known from elsewhere. */
export const isOutdated = ({ baseVersion, recordVersion }: DraftItem, version = 0): boolean =>
  Math.max(recordVersion, version) !== baseVersion;

/** Whether the draft is published automatically: a failed publication is not repeated. */
export const isScheduled = ({ publishAt, problem }: DraftItem): boolean =>
  publishAt !== null && problem === null;

/** When the draft is published automatically, alone or with its release; null if it is not. */
export const goesLiveAt = (draft: DraftItem): string | null =>
  isScheduled(draft) ? draft.publishAt : draft.releasePublishAt;

/** The time of a draft that it keeps when it is saved again. */
export const futureTime = (draft: Pick<DraftItem, "publishAt"> | null): string | null =>
  draft?.publishAt && Date.parse(draft.publishAt) > Date.now() ? draft.publishAt : null;
