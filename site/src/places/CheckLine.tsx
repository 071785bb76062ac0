import type { PlaceCheckResponse, FactGroup } from "@karst/client";
import { longDate } from "@/lib/dates";
import { websiteHref, websiteName } from "@/lib/links";
import { t } from "@/messages/place.gen";
import { ExternalLink } from "@/ui/ExternalLink";
import styles from "./CheckLine.module.css";

/** The last check of a group of facts. */
export function newestCheck(
  checks: readonly PlaceCheckResponse[],
  group: FactGroup,
): PlaceCheckResponse | null {
  const own = checks.filter((check) => check.group === group);
  return own.reduce<PlaceCheckResponse | null>(
    (newest, check) =>
      newest && Date.parse(newest.checkedAt) >= Date.parse(check.checkedAt) ? newest : check,
    null,
  );
}

/** When facts were checked, by whom and from which source. R500, R503 */
export function CheckLine({ check, timeZone }: { check: PlaceCheckResponse; timeZone: string }) {
  const date = longDate(check.checkedAt, timeZone);
  const href = websiteHref(check.sourceUrl);
  const source = check.source ?? (href && websiteName(href));
  return (
    <span className={styles.check}>
      <span>
        {check.checkedBy === "travelers"
          ? t("checked.travelers", { date, count: check.count ?? 0 })
          : t(`checked.${check.checkedBy}`, { date })}
      </span>
      {source &&
        (href ? (
          <ExternalLink href={href} className={styles.source} title={websiteName(href)}>
            <bdi>{source}</bdi>
          </ExternalLink>
        ) : (
          <bdi>{source}</bdi>
        ))}
    </span>
  );
}
