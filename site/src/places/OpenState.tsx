"use client";

import { localTime, standing, type Opening } from "@karst/client/opening/calendar";
import { standingBriefly, standingInFull } from "@karst/client/opening/said";
import { useMinute } from "@/lib/useMinute";
import styles from "./OpenState.module.css";

type Props = { opening: Opening; timeZone: string; /** As a card has room for. */ isShort?: boolean };

/**
 * Whether a place is open now, each minute anew. The page's HTML is older than now: there the line is empty, and keeps
 * its room.
 */
export function OpenState({ opening, timeZone, isShort = false }: Props) {
  const minute = useMinute();
  const state = minute === null ? null : standing(opening, localTime(new Date(minute), timeZone));
  return (
    <span className={styles.state} data-open={state?.isOpen} data-short={isShort || undefined}>
      {state && (isShort ? standingBriefly(state) : standingInFull(state))}
    </span>
  );
}
