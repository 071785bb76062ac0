import type { AuditItem, AuditKind } from "@karst/client";
import { KINDS, words } from "./words";

/** The address of what the guide does when its time has come. */
const ITSELF = "the guide itself";

/** What people call whoever did it. */
export function whoOf({ accountName, accountEmail, accountId, requestId, address }: AuditItem): string {
  const { gone, commandLine, itself, stranger } = words.who;
  const nobody = requestId ? stranger : address === ITSELF ? itself : commandLine;
  return accountName || accountEmail || (accountId ? gone : nobody);
}

/** Where it came from. */
export function whenceOf({ address, requestId }: AuditItem): string {
  if (requestId) return words.from(address);
  return address === ITSELF ? words.byItself : words.onTheMachine;
}

/** What they did, in words that follow their name: before the name of the thing, the name, and after it. */
export function saidOf({ action, subjectName, kind, after }: AuditItem): [string, string, string] {
  const decision = action.startsWith("moderate") ? decisionOf(after?.status) : undefined;
  const said = words.said[action] ?? action;
  const [start = "", end] = (decision ? said.replace("decided on", decision) : said).split("{name}");
  if (end === undefined) return [start, "", ""];
  return [start, subjectName || (kind ? words.someone : words.nobody), end];
}

const DECISIONS: Record<string, string> = {
  approved: "approved",
  rejected: "turned down",
  spam: "marked as spam",
};

const decisionOf = (status: unknown) => DECISIONS[String(status)];

/** One field, as it was and as it became. */
export interface Difference {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** The fields that differ, in the order of their names as people read them. */
export function differences({ before, after }: Pick<AuditItem, "before" | "after">): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((field) => ({
      field,
      label: labelOf(field),
      before: plain(before?.[field]),
      after: plain(after?.[field]),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, "en-US"));
}

/** `googleMapsUrl` as `Google maps URL`, `isActive` as `Active`. */
export function labelOf(field: string): string {
  const spelt = field
    .replace(/^is(?=[A-Z])/, "")
    .replace(/Html$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(url|id|ids)\b/g, (word) => (word === "ids" ? "IDs" : word.toUpperCase()));
  return spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

/** A value as people read it. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? words.details.yes : words.details.no;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ") || none;
  if (typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  return String(value ?? "").trim() || none;
}

const none = words.details.nothing;

/** The screens that show one thing of a kind, by the resource and the path. */
const SHOWN: Partial<Record<AuditKind, string>> = {
  place: "businesses",
  article: "articles",
  entry: "guestbook",
  image: "media",
  message: "contact",
  enquiry: "enquiries",
  user: "users",
};

/** Which record a row is about, where the console can show one. What was removed with it is not looked for. */
export function recordOf({
  kind,
  subjectId,
  before,
  after,
}: AuditItem): { resource: string; id: string } | null {
  const resource = kind && SHOWN[kind];
  const isGone = before !== null && after === null;
  return resource && subjectId && !isGone ? { resource, id: subjectId } : null;
}

/** The calls that can be filtered by, each with its words. */
export const actions = Object.entries(words.said).map(([action, said]) => ({
  action,
  label: said.replace(/,? ?(of |by |as |about |signed )?\{name\}/, "").trim(),
}));

export const kinds = Object.keys(KINDS) as AuditKind[];
