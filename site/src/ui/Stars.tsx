import { Star } from "lucide-react";
import styles from "./Stars.module.css";

/** A rating from 1 to 5 as stars. The label is for screen readers. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} size={16} fill={star <= rating ? "currentColor" : "none"} aria-hidden />
      ))}
    </span>
  );
}
