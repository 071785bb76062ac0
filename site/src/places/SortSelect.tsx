import { useId } from "react";
import type { Sort } from "@/lib/paths";
import { exploreTexts } from "@/texts/explore";
import styles from "./SortSelect.module.css";

const words = exploreTexts;

/** The order of the list. */
export function SortBox({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId();
  return (
    <span className={styles.sort}>
      <label htmlFor={id}>{words.sort}</label>
      <select id={id} value={sort} onChange={({ target }) => onSort(target.value as Sort)}>
        {(Object.keys(words.sorts) as Sort[]).map((one) => (
          <option key={one} value={one}>
            {words.sorts[one]}
          </option>
        ))}
      </select>
    </span>
  );
}
