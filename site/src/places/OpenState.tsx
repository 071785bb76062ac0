"use client";

import { localTime, openStatus, type OpeningSchedule, type OpenStatus } from "@karst/client/opening/calendar";
import { formatState, formatStateShort } from "@karst/web/opening";
import { useMinute } from "@/lib/useMinute";
import styles from "./OpenState.module.css";

type Props = {
  opening: OpeningSchedule;
  timeZone: string;
  /** The short text of cards. */
  isShort?: boolean;
  /** An alert closes the place, whatever its hours say. */
  isClosed?: boolean;
};

const CLOSED: OpenStatus = { isOpen: false, opens: null };

/** Whether a place is open now, updated every minute. In the HTML of the page, which is older, the line is empty. R209 */
export function OpenState({ opening, timeZone, isShort = false, isClosed = false }: Props) {
  const minute = useMinute();
  const stateAt = (moment: number) => openStatus(opening, localTime(new Date(moment), timeZone));
  const state = isClosed ? CLOSED : minute === null ? null : stateAt(minute);
  return (
    <span className={styles.state} data-open={state?.isOpen} data-short={isShort || undefined}>
      {state && (isShort ? formatStateShort(state) : formatState(state))}
    </span>
  );
}
