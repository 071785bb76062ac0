import styles from "./Spinner.module.css";

/** Something is on its way whose shape is not known. The words are for ears. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
