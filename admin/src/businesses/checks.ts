import type { PlaceCheckResponse, FactGroup } from "@karst/client";
import { clockIn, momentIn } from "../kit/zone";
import { t } from "../messages/placeForm.gen";

/** The groups of facts that are checked together, in the order of the form. */
export const GROUPS: readonly FactGroup[] = ["position", "hours", "price", "contact", "status"];

/** The groups that owners check. */
export const OWNER_GROUPS: readonly FactGroup[] = ["hours", "price", "contact"];

/** A check by the team or the owner, as the API accepts it. Checks by travelers cannot be edited. */
export type Check = Omit<PlaceCheckResponse, "count">;

/** The complete checks as JSON for the form; blank if there are none. */
export function checksJson(checks: readonly Partial<Check>[]): string {
  const sorted = GROUPS.flatMap((group) =>
    checks.filter((check) => check.group === group && check.checkedBy !== "travelers"),
  );
  const complete = sorted.map(
    ({ group, checkedAt, checkedBy = "team", source = null, sourceUrl = null, recheckReason = null }) => {
      return { group, checkedAt, checkedBy, source, sourceUrl, recheckReason };
    },
  );
  return complete.length > 0 ? JSON.stringify(complete) : "";
}

export const checksOf = (json: string): Check[] => (json ? (JSON.parse(json) as Check[]) : []);

/** Replaces the check of a group; removes it if `check` is null. */
export const withCheck = (checks: readonly Check[], group: FactGroup, check: Check | null): Check[] => [
  ...checks.filter((one) => one.group !== group),
  ...(check ? [check] : []),
];

/** A check made now. Keeps the source of an earlier check by the team, which the user can then correct. */
export function checkOfNow(group: FactGroup, isAdmin: boolean, earlier?: Check): Check {
  const { source, sourceUrl } =
    isAdmin && earlier?.checkedBy === "team" ? earlier : { source: null, sourceUrl: null };
  const checkedBy = isAdmin ? "team" : "owner";
  return { group, checkedAt: new Date().toISOString(), checkedBy, source, sourceUrl, recheckReason: null };
}

/** `2026-11-21`: the date of a time in the region. */
export const dayIn = (zone: string, time: string): string => clockIn(zone, time).slice(0, 10);

/** The start of a date in the region; "" if the date is incomplete. */
export const startOfDay = (zone: string, day: string): string => momentIn(zone, `${day}T00:00`);

/** `Checked Nov 21, 2026 by the team`, or the reason why the check is outdated. */
export function stateText({ checkedAt, checkedBy, recheckReason }: Check, dateOf: (time: string) => string) {
  const date = checkedAt && dateOf(checkedAt);
  return t(`checks.${recheckReason ?? "valid"}`, { date, by: checkedBy });
}

/** One line for each check, for comparisons. */
export const checkLines = (checks: readonly Check[], dateOf: (time: string) => string): string =>
  checksOf(checksJson(checks))
    .map((check) => {
      const state = `${t("checks.group", { group: check.group })}: ${stateText(check, dateOf)}`;
      return [state, check.source, check.sourceUrl].filter(Boolean).join(" · ");
    })
    .join("\n");
