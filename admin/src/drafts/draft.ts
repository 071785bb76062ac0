import type { DraftItem, ScheduleItem } from "@karst/client";
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

type Subject = Pick<DraftItem, "kind" | "recordId">;
type Versions = Pick<DraftItem, "baseVersion" | "recordVersion">;

/** A draft as the list shows it. */
export type ListedDraft = Omit<DraftItem, "accountId" | "accountName" | "createdAt" | "updatedAt"> &
  Partial<Pick<DraftItem, "accountName" | "updatedAt">>;

/** The fields that decide when a draft is published, alone or with its release. */
type Timing = Pick<DraftItem, "publishAt" | "problem" | "releasePublishAt">;

/** The draft of a scheduled item. */
export const draftOf = (item: ScheduleItem): ListedDraft => ({
  ...item,
  baseVersion: item.baseVersion ?? item.recordVersion,
  publishAt: item.time,
  problem: null,
  releaseId: null,
  releaseName: null,
  releasePublishAt: null,
});

/** The query of all drafts. */
export const DRAFTS: QueryKey = ["drafts", "list"];

/** The record of a draft. */
export const keyOf = ({ kind, recordId }: Pick<Subject, "kind" | "recordId">): RecordKey => ({
  kind: KINDS[kind as keyof typeof KINDS],
  id: recordId,
});

export const isOf = (draft: Subject, { kind, id }: RecordKey): boolean =>
  keyOf(draft).kind === kind && draft.recordId === id;

/** The path of the form of a record. */
export const formPath = ({ kind, id }: RecordKey): string =>
  kind === "settings" ? "/settings" : `/${kind}/${id}`;

/** The name of the record of a draft. */
export function nameOf({ kind, recordId, name }: Subject & Pick<DraftItem, "name">): string {
  if (kind === "settings") return tLayout("section.settings");
  return kind === "page" ? tPages(`page.${recordId as PageName}.title`) : name;
}

/** Whether the record was changed after the draft began. `version` is that of the record, if known from elsewhere. */
export const isOutdated = ({ baseVersion, recordVersion }: Versions, version = 0): boolean =>
  Math.max(recordVersion, version) !== baseVersion;

/** Whether the draft is published automatically: a failed publication is not repeated. */
export const isScheduled = ({ publishAt, problem }: Pick<DraftItem, "publishAt" | "problem">): boolean =>
  publishAt !== null && problem === null;

/** When the draft is published automatically, alone or with its release; null if it is not. */
export const goesLiveAt = (draft: Timing): string | null =>
  isScheduled(draft) ? draft.publishAt : draft.releasePublishAt;

/** The publication time of a draft if it is in the future: the next save keeps it. */
export const futureTime = (draft: Pick<DraftItem, "publishAt"> | null): string | null =>
  draft?.publishAt && Date.parse(draft.publishAt) > Date.now() ? draft.publishAt : null;
