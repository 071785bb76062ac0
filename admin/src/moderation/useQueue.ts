import { useLayoutEffect, useRef, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { words } from "./words";

/** An attribute that says which item of the queue an element is. */
export const ITEM = "data-queue-item";

/** What is asked for with one key, beside moving. */
export type Command = "select" | "approve" | "reject" | "spam" | "edit" | "note" | "undo";

const COMMANDS = {
  x: "select",
  a: "approve",
  r: "reject",
  s: "spam",
  e: "edit",
  n: "note",
  u: "undo",
} as const satisfies Record<string, Command>;

type QueueKey = keyof typeof words.keys;

/** What can be asked for on a comment: it has no form, no notes, and no way back from a single decision. */
export const ON_COMMENTS: readonly Command[] = ["select", "approve", "reject", "spam"];

/** The keys that move, and those for these commands. */
export function keysFor(commands: readonly Command[] = Object.values(COMMANDS)): QueueKey[] {
  const keys = Object.keys(words.keys) as QueueKey[];
  return keys.filter((key) => key === "j" || key === "k" || commands.includes(COMMANDS[key]));
}

interface QueueOptions {
  /** The items on the screen, in order. */
  ids: readonly number[];
  /** `id` is the item at hand; null when there is none. */
  onCommand: (command: Command, id: number | null) => void;
  /** Those there are; without it all. */
  commands?: readonly Command[];
}

/**
 * One item of a list is at hand: j and k move on and back, other keys do something with it. When it leaves the list
 * the one that takes its place is at hand, and has the focus if the other had it.
 */
export function useQueue({ ids, onCommand, commands }: QueueOptions) {
  const [at, setAt] = useState<{ id: number | null; index: number }>({ id: null, index: 0 });
  const found = at.id === null ? -1 : ids.indexOf(at.id);
  const index = found >= 0 ? found : Math.min(at.index, ids.length - 1);
  const current = ids[index] ?? null;
  const shown = useRef(current);

  useLayoutEffect(() => {
    const wasLost = shown.current !== null && !ids.includes(shown.current);
    shown.current = current;
    // Its button went with it: nothing has the focus any more.
    if (wasLost && (document.activeElement === document.body || !document.activeElement)) focusItem(current);
  }, [ids, current]);

  function step(by: number) {
    const next = ids[Math.max(0, Math.min(ids.length - 1, index + by))];
    if (next === undefined) return;
    // The first press takes up the item at hand; the focus may still be on the tabs.
    const target = heldItem() === null ? (current ?? next) : next;
    setAt({ id: target, index: ids.indexOf(target) });
    focusItem(target);
  }

  useKeys(
    words.queue,
    keysFor(commands).map((key) => {
      const does = words.keys[key];
      if (key === "j") return { key, does, run: () => step(1), repeats: true };
      if (key === "k") return { key, does, run: () => step(-1), repeats: true };
      return { key, does, run: () => onCommand(COMMANDS[key], heldItem() ?? current) };
    }),
  );

  return {
    current,
    /** Whoever works inside an item takes it up. */
    takeUp: (id: number) => {
      if (id !== current || at.id === null) setAt({ id, index: ids.indexOf(id) });
    },
  };
}

/** The item that the focus is in: what a key is about, whatever was last drawn as being at hand. */
export function heldItem(): number | null {
  const id = document.activeElement?.closest(`[${ITEM}]`)?.getAttribute(ITEM);
  return id ? Number(id) : null;
}

/** Puts the focus on an item, where it can be seen whole. */
export function focusItem(id: number | null): void {
  if (id === null) return;
  const item = document.querySelector<HTMLElement>(`[${ITEM}="${id}"]`);
  item?.focus({ preventScroll: true });
  item?.scrollIntoView?.({ block: "nearest" });
}
