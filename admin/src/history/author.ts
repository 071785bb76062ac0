import type { RevisionItem } from "@karst/client";
import { formatList } from "../kit/format";
import { t } from "../messages/history.gen";
import { changedLabels, type HistoryKind } from "./kinds";

/** The actions that the server takes on a schedule. */
const SCHEDULED = ["badge expired", "unpublished"];

/** The author of a revision. Owners of a place do not see the names of other accounts. */
export function authorOf({ action, accountId, accountName }: RevisionItem, isAdmin: boolean): string {
  if (accountName) return accountName;
  if (accountId) return t("author.deleted");
  if (action === null) return t("author.unknown");
  if (SCHEDULED.includes(action)) return t("author.scheduled");
  return t(isAdmin ? "author.commandLine" : "author.team");
}

/** The changes of a save, in words. */
export function changesOf(kind: HistoryKind, { action, changedFields }: RevisionItem): string {
  if (changedFields === null) return t(action === null ? "changes.beginning" : "changes.created");
  if (changedFields.length === 0) return t("changes.none");
  const fields = formatList(changedLabels(kind, changedFields));
  return t(action === "restoreRevision" ? "changes.restored" : "changes.changed", { fields });
}
