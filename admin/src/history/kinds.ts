import type { AuditKind } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { rules } from "@karst/client/rules";
import type { QueryKey } from "@tanstack/react-query";
import { statusOf, type ArticleText } from "../articles/shape";
import { labelOf as wordsOf } from "../audit/shape";
import { ADMIN_FIELDS } from "../businesses/fields";
import { t as tArticles } from "../messages/articles.gen";
import { t as tCategories } from "../messages/categories.gen";
import { t } from "../messages/history.gen";
import { t as tPlaces } from "../messages/placeForm.gen";
import { t as tResources } from "../messages/resources.gen";
import { t as tSettings } from "../messages/settings.gen";
import { FORMS, type PageName } from "../pages/shape";

/** The fields of a record or of a snapshot. Older snapshots may have fields that no longer exist. */
export type Fields = Readonly<Record<string, unknown>>;

/** Kinds of records that have a history, by their names in URLs. */
export type HistoryKind = "businesses" | "articles" | "categories" | "pages" | "settings";

interface Kind {
  auditKind: AuditKind;
  /** The form whose fields can be restored. */
  form: (id: string) => FormName;
  /** The labels of the fields in the form, in its order. */
  labels: () => Readonly<Record<string, string>>;
  /** Whether travelers see the record. */
  isPublic: (record: Fields) => boolean;
  /** The queries that show the record, beside its history. */
  queries: readonly QueryKey[];
}

const KINDS: Record<HistoryKind, Kind> = {
  businesses: {
    auditKind: "place",
    form: () => "PlaceChanges",
    labels: () => labels(tPlaces.keys(), "fields.", (key) => tPlaces(key as "fields.name")),
    isPublic: ({ isActive }) => isActive === true,
    queries: [["businesses", "getList"]],
  },
  articles: {
    auditKind: "article",
    form: () => "ArticleChanges",
    labels: () => ({
      ...labels(tArticles.keys(), "fields.", (key) => tArticles(key as "fields.title")),
      slug: tPlaces("fields.slug"),
    }),
    isPublic: (record) => statusOf(record as unknown as ArticleText, Date.now()) === "live",
    queries: [["articles", "getList"]],
  },
  categories: {
    auditKind: "category",
    form: () => "CategoryChanges",
    labels: () => labels(tCategories.keys(), "fields.", (key) => tCategories(key as "fields.name")),
    isPublic: () => true,
    // Places include the names and colors of their categories.
    queries: [["categories", "getList"], ["businesses"]],
  },
  pages: {
    auditKind: "page",
    form: (id) => FORMS[id as PageName],
    labels: () =>
      labels(tResources.keys(), "pages.fields.", (key) => tResources(key as "pages.fields.title")),
    isPublic: () => true,
    queries: [],
  },
  settings: {
    auditKind: "settings",
    form: () => "SettingsChanges",
    labels: () => ({
      ...labels(tResources.keys(), "settings.fields.", (key) => tResources(key as "settings.fields.brand")),
      // The form shows the parts of these fields, each with its own label.
      map: tSettings("group.map"),
      social: t("social"),
      whatIs: tSettings("group.about"),
    }),
    isPublic: () => true,
    queries: [["settings"]],
  },
};

export const kindOf = (kind: HistoryKind): Kind => KINDS[kind];

function labels(keys: readonly string[], prefix: string, translate: (key: string) => string) {
  const own = keys.filter((key) => key.startsWith(prefix));
  return Object.fromEntries(own.map((key) => [key.slice(prefix.length), translate(key)]));
}

/** The label of a field in its form. A field that the form no longer has gets its name in words. */
export const fieldLabel = (kind: HistoryKind, field: string): string =>
  KINDS[kind].labels()[field] ?? wordsOf(field);

/** The labels of the fields that a save changed. Omits fields that follow from others, such as the date of a check. */
export function changedLabels(kind: HistoryKind, fields: readonly string[]): string[] {
  const labels = KINDS[kind].labels();
  const shown = fields.filter((field) => field in labels);
  return (shown.length > 0 ? shown : fields).map((field) => labels[field] ?? wordsOf(field));
}

/** Whether the form of the record has the field. */
export function isFormField({ kind, id }: { kind: HistoryKind; id: string }, field: string): boolean {
  const rule = rules[KINDS[kind].form(id)].properties?.[field];
  return rule !== undefined && rule.readOnly !== true;
}

/** The owner of a place, and the badge, which is evidence of a check. */
const NEVER_RESTORED: readonly string[] = ["ownerId", "isVerified"];

/** Whether a caller may restore the field. Only admins may change some fields of places. */
export function isRestorable(kind: HistoryKind, field: string, isAdmin: boolean): boolean {
  if (NEVER_RESTORED.includes(field)) return false;
  if (isAdmin || kind !== "businesses") return true;
  return field !== "checks" && !(ADMIN_FIELDS as readonly string[]).includes(field);
}

/** Fields about the state of a record at a time. They are restored only if they are selected. */
const STATE_FIELDS: readonly string[] = [
  "isActive",
  "isPremium",
  "isRecommended",
  "isFeatured",
  "publicationDate",
  "unpublishAt",
  "slug",
];

export const isContent = (field: string): boolean => !STATE_FIELDS.includes(field);
