import styles from "./Spinner.module.css";

/** A loading indicator. The label is for screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
