import type { AlertLevel, AlertRequest, AlertResponse } from "@karst/client";
import { levelLabel } from "@karst/web/alerts";
import { textOrNull } from "../kit/typed";
import { t } from "../messages/alerts.gen";

/** The states of alerts, in the order of the tabs. */
export const STATES = ["current", "upcoming", "ended"] as const satisfies readonly AlertResponse["state"][];
export type AlertState = (typeof STATES)[number];

/** The possible targets of an alert, in the order of the form. */
export const SCOPES = ["places", "category", "guide"] as const satisfies readonly AlertResponse["scope"][];

/** The form values of an alert. */
export interface AlertText {
  level: AlertLevel;
  scope: AlertResponse["scope"];
  placeIds: number[];
  /** Blank for none. */
  categoryId: number | "";
  text: string;
  source: string;
  sourceUrl: string;
  /** RFC 3339, or blank for now. */
  startsAt: string;
  /** RFC 3339, or blank if it is not known. */
  endsAt: string;
}

/** The form values of an alert. A new alert is about the given places, or about the whole guide. */
export function toText(alert: Partial<AlertResponse> = {}): AlertText {
  const level = alert.level ?? "closed";
  return {
    level,
    scope: alert.scope ?? "places",
    placeIds: alert.placeIds ?? [],
    categoryId: alert.categoryId ?? "",
    text: alert.text ?? defaultText(level),
    source: alert.source ?? "",
    sourceUrl: alert.sourceUrl ?? "",
    startsAt: alert.startsAt ?? "",
    endsAt: alert.endsAt ?? "",
  };
}

/** The request that creates an alert with these values, or changes one to them. */
export function toRequest(text: AlertText): AlertRequest {
  return {
    level: text.level,
    scope: text.scope,
    placeIds: text.scope === "places" ? text.placeIds : [],
    categoryId: text.scope === "category" && text.categoryId !== "" ? text.categoryId : null,
    text: text.text.trim(),
    source: textOrNull(text.source),
    sourceUrl: textOrNull(text.sourceUrl),
    startsAt: textOrNull(text.startsAt),
    endsAt: textOrNull(text.endsAt),
  };
}

/** The text that a level suggests. */
export const defaultText = (level: AlertLevel): string => t(`defaultText.${level}`);

/** The text after a change of the level: a suggested text changes with the level, a typed text stays. */
export function textFor(level: AlertLevel, before: AlertLevel, text: string): string {
  return text.trim() === "" || text === defaultText(before) ? defaultText(level) : text;
}

/** The labels of selected values, for the conflict dialog. */
export function wordOf(field: keyof AlertText, text: AlertText): string | null {
  if (field === "level") return levelLabel(text.level);
  return field === "scope" ? t(`scopes.${text.scope}`) : null;
}

/** The target of an alert in words: its places, its category or the whole guide. */
export function targetOf({ scope, placeIds, placeNames, categoryName }: AlertResponse): string {
  if (scope === "guide") return t("target.guide");
  if (scope === "category") return t("target.category", { name: categoryName ?? t("target.deleted") });
  const more = placeIds.length - placeNames.length;
  return t("target.places", { names: placeNames.join(", "), more });
}
