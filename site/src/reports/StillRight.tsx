"use client";

import type { ReportRequest } from "@karst/client";
import { t } from "@/messages/report.gen";
import { useSubmit } from "@/ui/useSubmit";
import styles from "./StillRight.module.css";

const loadSend = () => import("./send");

type Props = {
  place: { id: number; version: number };
  group: "hours" | "price" | "contact";
  /** The label of the fact, for screen readers. */
  fact: string;
};

/** Confirms a fact with one tap (R514). Without scripts it posts to the server's own page. */
export function StillRight({ place, group, fact }: Props) {
  const { form, isSending, isDone, errors, formError, status } = useSubmit<keyof ReportRequest>(
    async (values) => (await loadSend()).sendReport(place.id, values, 0),
  );
  if (isDone) {
    return (
      <p ref={status} className={styles.thanks} tabIndex={-1}>
        {t("stillRight.thanks")}
      </p>
    );
  }
  const error = formError ?? Object.values(errors)[0];
  return (
    <form {...form} className={styles.form} method="post" action={`/report/${place.id}`}>
      <input type="hidden" name="kind" value="stillRight" />
      <input type="hidden" name="group" value={group} />
      <input type="hidden" name="version" value={place.version} />
      <button type="submit" disabled={isSending} aria-label={t("stillRight.askAbout", { fact })}>
        {t("stillRight.ask")}
      </button>
      {error !== undefined && (
        <p ref={status} className={styles.failed} tabIndex={-1}>
          {error || t("failed.reason")}
        </p>
      )}
    </form>
  );
}
