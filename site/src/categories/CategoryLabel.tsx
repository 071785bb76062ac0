import { markerColor } from "@/map/markerStyle";
import styles from "./CategoryLabel.module.css";

/** A category's name with a decorative dot in the color of its markers. */
export function CategoryLabel({ category }: { category: { name: string; color: string | null } }) {
  return (
    <span className={styles.label}>
      <span className={styles.dot} style={{ backgroundColor: markerColor(category.color) }} aria-hidden />
      <bdi>{category.name}</bdi>
    </span>
  );
}
