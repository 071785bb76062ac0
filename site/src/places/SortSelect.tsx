import { useId } from "react";
import type { Sort } from "@/lib/paths";
import { t } from "@/messages/explore.gen";
import styles from "./SortSelect.module.css";

const LABELS = {
  best: "sort.best",
  distance: "sort.distance",
  name: "sort.name",
} as const satisfies Record<Sort, string>;

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId();
  return (
    <span className={`${styles.sort} needs-scripts`}>
      <label htmlFor={id}>{t("sort.label")}</label>
      <select id={id} value={sort} onChange={({ target }) => onSort(target.value as Sort)}>
        {(Object.keys(LABELS) as Sort[]).map((key) => (
          <option key={key} value={key}>
            {t(LABELS[key])}
          </option>
        ))}
      </select>
    </span>
  );
}
