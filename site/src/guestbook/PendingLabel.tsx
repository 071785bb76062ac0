import { Hourglass } from "lucide-react";
import { t } from "@/messages/entry.gen";
import styles from "./EntryCard.module.css";

/** Marks an entry or a comment that waits for approval. */
export function PendingLabel() {
  return (
    <p className={styles.pending}>
      <Hourglass size={16} aria-hidden />
      {t("pending")}
    </p>
  );
}
