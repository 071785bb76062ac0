"use client";

import { useState, useSyncExternalStore, type ReactNode } from "react";
import button from "@/ui/button.module.css";
import styles from "./DataSaverGate.module.css";
import { t } from "@/messages/mapFrame.gen";

/** Not all browsers have this API. */
type NavigatorWithConnection = Navigator & { connection?: EventTarget & { saveData?: boolean } };

const REDUCED_DATA = "(prefers-reduced-data: reduce)";

function prefersReducedData(): boolean {
  return (
    (navigator as NavigatorWithConnection).connection?.saveData === true || matchMedia(REDUCED_DATA).matches
  );
}

function subscribe(onChange: () => void) {
  const { connection } = navigator as NavigatorWithConnection;
  connection?.addEventListener("change", onChange);
  return () => connection?.removeEventListener("change", onChange);
}

/** Shows a map only on request if the browser saves data: its code and data are as large as fifty pages. R215 */
export function DataSaverGate({ children }: { children: ReactNode }) {
  const isSavingData = useSyncExternalStore(subscribe, prefersReducedData, () => false);
  const [isRequested, setRequested] = useState(false);
  if (!isSavingData || isRequested) return children;
  return (
    <div className={styles.gate}>
      <p>{t("dataSaver")}</p>
      <button type="button" className={button.secondary} onClick={() => setRequested(true)}>
        {t("show")}
      </button>
    </div>
  );
}
