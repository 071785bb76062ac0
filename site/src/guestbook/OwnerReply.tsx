import type { OwnerReplyResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/entry.gen";
import styles from "./OwnerReply.module.css";
import { PendingLabel } from "./PendingLabel";

/** The reply of the owner of a place to an entry, under the name of the place. */
export function OwnerReply({ reply }: { reply: OwnerReplyResponse }) {
  return (
    <div className={styles.reply}>
      {reply.status !== "approved" && <PendingLabel />}
      <p className={styles.title}>{t("ownerReply", { place: isolateBidi(reply.placeName) })}</p>
      <p className={styles.text} dir="auto">
        {reply.comment}
      </p>
    </div>
  );
}
