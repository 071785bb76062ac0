"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { noticeTexts } from "@/texts/notice";
import buttons from "@/ui/button.module.css";
import { consent, trackPageView, start, stop, type Answer } from "./analytics";
import styles from "./Consent.module.css";

const { analytics: words } = noticeTexts;
const unknown = (): Answer => "unknown";

/** Asks once whether visits may be counted, and counts them where the answer was yes. */
export function AnalyticsConsent({ id }: { id: string }) {
  const answer = useSyncExternalStore(consent.subscribe, consent.current, unknown);
  const path = usePathname();
  useEffect(() => {
    if (answer === "yes") {
      start(id);
      trackPageView(path);
    } else {
      stop(id);
    }
  }, [answer, id, path]);
  if (answer !== "open") return null;
  return (
    <section className={styles.bar} aria-label={words.label}>
      <p>{words.text}</p>
      <div className={styles.answers}>
        <button type="button" className={buttons.secondary} onClick={() => consent.say("no")}>
          {words.no}
        </button>
        <button type="button" className={buttons.secondary} onClick={() => consent.say("yes")}>
          {words.yes}
        </button>
      </div>
    </section>
  );
}

/** Asks again, for those who have changed their mind. */
export function ConsentButton({ className }: { className?: string }) {
  return (
    <button type="button" className={className} onClick={() => consent.say("open")}>
      {words.again}
    </button>
  );
}
