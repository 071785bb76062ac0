import { useId } from "react";
import type { Sort } from "@/lib/paths";
import { exploreTexts } from "@/texts/explore";
import styles from "./SortSelect.module.css";

const texts = exploreTexts;

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId();
  return (
    <span className={styles.sort}>
      <label htmlFor={id}>{texts.sort}</label>
      <select id={id} value={sort} onChange={({ target }) => onSort(target.value as Sort)}>
        {(Object.keys(texts.sorts) as Sort[]).map((key) => (
          <option key={key} value={key}>
            {texts.sorts[key]}
          </option>
        ))}
      </select>
    </span>
  );
}
