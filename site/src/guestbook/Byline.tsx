"use client";

import { useCallback, useSyncExternalStore } from "react";
import { ago } from "@/lib/ago";
import { longDate } from "@/lib/dates";
import { storyTexts } from "@/texts/story";
import { useTimeZone } from "@/ui/RegionTime";
import styles from "./Byline.module.css";

type Props = { authorName: string; nationality?: string | null; createdAt: string };

/** Who wrote something, from where, and how long ago. */
export function Byline({ authorName, nationality, createdAt }: Props) {
  return (
    <p className={styles.byline}>
      <bdi className={styles.author}>{authorName || storyTexts.anonymous}</bdi>
      {nationality && <bdi className={styles.nationality}>{nationality}</bdi>}
      <Age moment={createdAt} />
    </p>
  );
}

function everyMinute(tell: () => void) {
  const clock = setInterval(tell, 60_000);
  return () => clearInterval(clock);
}

/** How long ago a moment was (row 108). A page is kept for long, so it comes with the date; the browser has a clock. */
function Age({ moment }: { moment: string }) {
  const timeZone = useTimeZone();
  const inWords = useCallback(() => {
    const said = ago(moment, new Date());
    return said === "" ? storyTexts.justNow : (said ?? storyTexts.recently);
  }, [moment]);
  const dated = useCallback(() => {
    return Number.isNaN(Date.parse(moment)) ? storyTexts.recently : longDate(moment, timeZone);
  }, [moment, timeZone]);
  const said = useSyncExternalStore(everyMinute, inWords, dated);
  return (
    <time className={styles.age} dateTime={moment}>
      {said}
    </time>
  );
}
