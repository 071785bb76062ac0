"use client";

import { useMinute } from "@/kit/useMinute";
import { texts } from "@/texts";
import { clock, dateOf, localTime, standing, weekdayOf, type Opening, type Standing } from "./opening";
import styles from "./OpenState.module.css";

const words = texts.opening;

/** From here on it is said in how many minutes a place closes. */
const SOON_MIN = 30;

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
      {state && (isShort ? briefly(state) : inFull(state))}
    </span>
  );
}

function briefly(state: Standing): string {
  if (state.isOpen) return isSoon(state) ? words.closesIn(state.closes!.inMinutes) : words.open;
  return state.opens?.inDays === 0 ? words.opensAt(clock(state.opens.minute)) : words.closed;
}

function inFull(state: Standing): string {
  if (state.isOpen) {
    if (isSoon(state)) return words.closesIn(state.closes!.inMinutes);
    return state.closes ? words.openUntil(clock(state.closes.minute)) : words.open;
  }
  if (!state.opens) return words.closed;
  const { inDays, day, minute } = state.opens;
  if (inDays === 0) return words.closedUntil(clock(minute));
  if (inDays === 1) return words.closedUntilTomorrow(clock(minute));
  return words.closedUntilDay(
    inDays < 7 ? words.weekday(weekdayOf(day)) : words.date(dateOf(day)),
    clock(minute),
  );
}

function isSoon(state: Standing & { isOpen: true }): boolean {
  return state.closes !== null && state.closes.inMinutes <= SOON_MIN;
}
