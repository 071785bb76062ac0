"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { t } from "@/messages/preview.gen";
import { connectToConsole } from "./connect";
import styles from "./Preview.module.css";

/** The page of a preview, which the console may show in a frame beside its form. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.parent !== window && root.current)
      return connectToConsole(root.current, window.parent, t("edit"));
    return undefined;
  }, []);
  return (
    <div ref={root} className={styles.page}>
      {children}
    </div>
  );
}
