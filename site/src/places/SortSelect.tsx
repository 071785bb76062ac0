import { useId } from "react";
import { SORTS, type Sort } from "@/lib/paths";
import { t } from "@/messages/explore.gen";
import styles from "./SortSelect.module.css";

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId();
  return (
    <span className={`${styles.sort} needs-scripts`}>
      <label htmlFor={id}>{t("sort.label")}</label>
      <select id={id} value={sort} onChange={({ target }) => onSort(target.value as Sort)}>
        {SORTS.map((key) => (
          <option key={key} value={key}>
            {t(`sort.${key}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
