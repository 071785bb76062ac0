"use client";

import { useCallback, useSyncExternalStore } from "react";
import { ago } from "@karst/web/ago";
import { longDate } from "@/lib/dates";
import { subscribeToMinutes } from "@/lib/useMinute";
import { t } from "@/messages/entry.gen";
import { useTimeZone } from "@/ui/RegionTime";
import styles from "./Byline.module.css";

type Props = { authorName: string; nationality?: string | null; createdAt: string };

/** The author of a text with nationality and age. */
export function Byline({ authorName, nationality, createdAt }: Props) {
  return (
    <p className={styles.byline}>
      <bdi className={styles.author}>{authorName || t("anonymous")}</bdi>
      {nationality && <bdi className={styles.nationality}>{nationality}</bdi>}
      <RelativeTime timestamp={createdAt} />
    </p>
  );
}

/** A relative time in the browser (R108). The HTML is cached for long, so it has the date instead. */
function RelativeTime({ timestamp }: { timestamp: string }) {
  const timeZone = useTimeZone();
  const formatRelative = useCallback(() => ago(timestamp, new Date()) ?? t("recently"), [timestamp]);
  const formatDate = useCallback(() => longDate(timestamp, timeZone) || t("recently"), [timestamp, timeZone]);
  const text = useSyncExternalStore(subscribeToMinutes, formatRelative, formatDate);
  return (
    <time className={styles.age} dateTime={timestamp}>
      {text}
    </time>
  );
}
