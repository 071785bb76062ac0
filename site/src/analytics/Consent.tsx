"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { t } from "@/messages/consent.gen";
import buttons from "@/ui/button.module.css";
import { consent, startAnalytics, stopAnalytics, trackPageView, type ConsentStatus } from "./analytics";
import styles from "./Consent.module.css";

const getServerStatus = (): ConsentStatus => "unknown";

/** Asks once for consent to analytics, and tracks page views with consent (R7, R237). */
export function AnalyticsConsent({ id }: { id: string }) {
  const status = useSyncExternalStore(consent.subscribe, consent.current, getServerStatus);
  const path = usePathname();
  // The link of a preview is secret.
  const isOff = path.startsWith("/preview/");
  useEffect(() => {
    if (status === "yes" && !isOff) {
      startAnalytics(id);
      trackPageView(path);
    } else {
      stopAnalytics(id);
    }
  }, [status, id, path, isOff]);
  if (status !== "unanswered" || isOff) return null;
  return (
    <section className={`${styles.bar} no-print`} aria-label={t("label")}>
      <p>{t("question")}</p>
      <div className={styles.buttons}>
        <button type="button" className={buttons.secondary} onClick={() => consent.set("no")}>
          {t("decline")}
        </button>
        <button type="button" className={buttons.secondary} onClick={() => consent.set("yes")}>
          {t("accept")}
        </button>
      </div>
    </section>
  );
}

/** Opens the question again, so that the answer can be changed. */
export function ConsentButton({ className }: { className?: string }) {
  return (
    <button type="button" className={className} onClick={() => consent.set("unanswered")}>
      {t("change")}
    </button>
  );
}
