import type { ComponentProps } from "react";
import styles from "./HoneypotField.module.css";

/**
 * A field that no person meets: out of sight, out of the order of keys, and not read out. Programs that fill in every
 * field fill it in, too. Its name is one they like.
 */
export function HoneypotField({ label, ...input }: { label: string } & ComponentProps<"input">) {
  return (
    <div className={styles.trap} aria-hidden>
      <label>
        {label}
        <input {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
