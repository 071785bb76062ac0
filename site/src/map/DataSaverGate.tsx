"use client";

import { useState, useSyncExternalStore, type ReactNode } from "react";
import button from "@/ui/button.module.css";
import styles from "./DataSaverGate.module.css";
import { mapTexts } from "@/texts/map";

/** What browsers tell of the connection; not all of them do. */
type Connected = Navigator & { connection?: EventTarget & { saveData?: boolean } };

const SPARING = "(prefers-reduced-data: reduce)";

function isSparing(): boolean {
  return (navigator as Connected).connection?.saveData === true || matchMedia(SPARING).matches;
}

function watch(tell: () => void) {
  const { connection } = navigator as Connected;
  connection?.addEventListener("change", tell);
  return () => connection?.removeEventListener("change", tell);
}

/**
 * A map, at once; but where the traveller's device is set to spare data, only when they ask for it. Its code and ground
 * weigh as much as fifty pages of the guide. Source: rows.md, B15.
 */
export function UnlessSparing({ children }: { children: ReactNode }) {
  const spares = useSyncExternalStore(watch, isSparing, () => false);
  const [isWanted, setWanted] = useState(false);
  if (!spares || isWanted) return children;
  return (
    <div className={styles.sparing}>
      <p>{mapTexts.dataSaver}</p>
      <button type="button" className={button.secondary} onClick={() => setWanted(true)}>
        {mapTexts.showAnyway}
      </button>
    </div>
  );
}
