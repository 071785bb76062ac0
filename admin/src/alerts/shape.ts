import type { AlertLevel, AlertRequest, AlertResponse } from "@karst/client";
import { levelLabel } from "@karst/web/alerts";
import { textOrNull } from "../kit/typed";
import { t } from "../messages/alerts.gen";

/** The states of alerts, in the order of the tabs. */
export const STATES = ["current", "upcoming", "ended"] as const satisfies readonly AlertResponse["state"][];
export type AlertState = (typeof STATES)[number];

/** What an alert can be about, in the order of the form. */
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

/** The form values of an alert; those of a new one about these places, or about the whole guide. */
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

/** The text after another level was chosen: a suggested one follows the level, a typed one stays. */
export function textFor(level: AlertLevel, before: AlertLevel, text: string): string {
  return text.trim() === "" || text === defaultText(before) ? defaultText(level) : text;
}

/** The words for selected values, for the two versions of a conflict. */
export function wordOf(field: keyof AlertText, text: AlertText): string | null {
  if (field === "level") return levelLabel(text.level);
  return field === "scope" ? t(`scopes.${text.scope}`) : null;
}

/** What an alert is about, in words. */
export function targetOf({ scope, placeIds, placeNames, categoryName }: AlertResponse): string {
  if (scope === "guide") return t("target.guide");
  if (scope === "category") return t("target.category", { name: categoryName ?? t("target.deleted") });
  const more = placeIds.length - placeNames.length;
  return t("target.places", { names: placeNames.join(", "), more });
}
