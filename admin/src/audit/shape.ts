import type { AuditEvent, AuditKind } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { dateOfField } from "../kit/zone";
import { t } from "../messages/audit.gen";
import { t as tActions } from "../messages/auditActions.gen";
import { t as tEvents } from "../messages/auditEvents.gen";

/** The address of scheduled actions. */
const SCHEDULED = "the guide itself";

/** The actions that have a label and a sentence. */
export const ACTIONS = tActions.keys();
type Action = (typeof ACTIONS)[number];

export const isKnownAction = (action: string): action is Action => ACTIONS.includes(action as Action);

/** The name of the actor of an event: a person, a deleted account, a visitor, or the system. */
export function actorName({ accountName, accountEmail, accountId, requestId, address }: AuditEvent): string {
  const noAccount = requestId ? "visitor" : address === SCHEDULED ? "system" : "commandLine";
  return accountName || accountEmail || t(`actor.${accountId ? "deleted" : noAccount}`);
}

/** The source of an event in words: a network address, a schedule, or the server. */
export function sourceOf({ address, requestId }: AuditEvent): string {
  if (requestId) return t("source.address", { address });
  return t(address === SCHEDULED ? "source.scheduled" : "source.server");
}

/** The sentence about an event. `who` and `what` render the names of the actor and of the record. */
export function eventSentence<Element>(
  item: AuditEvent,
  who: (name: string[]) => Element,
  what: (name: string[]) => Element,
): (string | Element)[] {
  const { action, subjectName, kind, after } = item;
  const actor = actorName(item);
  if (!isKnownAction(action)) return t.rich("unknownAction", { actor, action, who });
  const name = subjectName || t(kind ? "nameRemoved" : "noAccount");
  return tEvents.rich(action, { actor, name, decision: String(after?.status), who, what });
}

/** A changed field. */
export interface Difference {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** The changed fields, sorted by label. Times are shown in the time zone `zone`. */
export function differences(
  { before, after }: Pick<AuditEvent, "before" | "after">,
  zone?: string,
): Difference[] {
  const textOf = (field: string, value: unknown) => dateOfField(zone, field, value) ?? formatValue(value);
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((field) => ({
      field,
      label: labelOf(field),
      before: textOf(field, before?.[field]),
      after: textOf(field, after?.[field]),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLocale()));
}

/** The number of changed fields that a row names. */
const MAX_FIELDS = 6;

/** The names of the fields that an update changed; null for other events. */
export function changedFields(item: AuditEvent): string | null {
  if (!item.before || !item.after) return null;
  const labels = differences(item).map(({ label }) => label);
  const more = Math.max(0, labels.length - MAX_FIELDS);
  return t("changedFields", { fields: labels.slice(0, MAX_FIELDS).join(", "), more });
}

/** The label of a field of the API: `Google maps URL` for `googleMapsUrl`, `Active` for `isActive`. */
export function labelOf(field: string): string {
  const label = field
    .replace(/^is(?=[A-Z])/, "")
    .replace(/Html$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(url|id|ids)\b/g, (word) => (word === "ids" ? "IDs" : word.toUpperCase()));
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A value as text. */
function formatValue(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "details.yes" : "details.no");
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.join(", ") || t("details.empty");
  if (typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  return String(value ?? "").trim() || t("details.empty");
}

/** The resource with a screen for records of a kind. */
const RESOURCES: Partial<Record<AuditKind, string>> = {
  place: "businesses",
  category: "categories",
  article: "articles",
  entry: "guestbook",
  image: "media",
  message: "contact",
  enquiry: "enquiries",
  user: "users",
  release: "releases",
  webhook: "webhooks",
  alert: "alerts",
  import: "imports",
};

/** The record that an event is about, if the console has a screen for it and the event did not delete it. */
export function recordOf({
  kind,
  subjectId,
  before,
  after,
}: AuditEvent): { resource: string; id: string } | null {
  const resource = kind && RESOURCES[kind];
  const isDeleted = before !== null && after === null;
  return resource && subjectId && !isDeleted ? { resource, id: subjectId } : null;
}

/** The kinds of records, in the order of the filter. */
export const KINDS: readonly AuditKind[] = [
  "place",
  "category",
  "article",
  "entry",
  "comment",
  "image",
  "settings",
  "page",
  "message",
  "enquiry",
  "proposal",
  "claim",
  "user",
  "release",
  "webhook",
  "alert",
  "import",
];
