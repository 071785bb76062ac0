import { useLayoutEffect, useRef, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/moderation.gen";

/** The attribute with the id of an item of the queue. */
export const ITEM_ATTRIBUTE = "data-queue-item";

/** The commands that have a key, besides moving. */
export type Command = "select" | "approve" | "reject" | "spam" | "edit" | "note" | "undo" | "decline";

const COMMANDS = {
  x: "select",
  a: "approve",
  r: "reject",
  s: "spam",
  e: "edit",
  n: "note",
  u: "undo",
  d: "decline",
} as const satisfies Record<string, Command>;

/** The keys in the order in which they are listed. */
const KEYS = ["j", "k", ...(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])] as const;
type QueueKey = (typeof KEYS)[number];

/** The commands for entries. */
const ENTRY_COMMANDS: readonly Command[] = ["select", "approve", "reject", "spam", "edit", "note", "undo"];

/** The commands for reports. */
export const REPORT_COMMANDS: readonly Command[] = ["approve", "decline", "undo"];

/** The commands for comments: they have no form and no notes, and Undo is in the toast. */
export const COMMENT_COMMANDS: readonly Command[] = ["select", "approve", "reject", "spam"];

/** The keys that move, and those for these commands. */
export function keysFor(commands: readonly Command[] = ENTRY_COMMANDS): QueueKey[] {
  return KEYS.filter((key) => key === "j" || key === "k" || commands.includes(COMMANDS[key]));
}

/** The description of a key. A report is accepted rather than approved. */
export const keyText = (key: QueueKey, commands?: readonly Command[]): string =>
  key === "a" && commands?.includes("decline") ? t("keys.accept") : t(`keys.${key}`);

interface QueueOptions {
  /** The shown items, in order. */
  ids: readonly number[];
  /** `id` is the current item; null if the queue is empty. */
  onCommand: (command: Command, id: number | null) => void;
  /** The available commands; by default those for entries. */
  commands?: readonly Command[];
  /** The name of the queue in the list of shortcuts. */
  label?: string;
}

/**
 * One item of the queue is current: j and k move to the next and the previous one, other keys are commands for it. When
 * it leaves the queue, the item in its place becomes current, and gets the focus if the other had it.
 */
export function useQueue({ ids, onCommand, commands, label = t("queue") }: QueueOptions) {
  const [at, setAt] = useState<{ id: number | null; index: number }>({ id: null, index: 0 });
  const foundIndex = at.id === null ? -1 : ids.indexOf(at.id);
  const index = foundIndex >= 0 ? foundIndex : Math.min(at.index, ids.length - 1);
  const current = ids[index] ?? null;
  const rendered = useRef(current);

  useLayoutEffect(() => {
    const wasRemoved = rendered.current !== null && !ids.includes(rendered.current);
    rendered.current = current;
    // The focused button was removed with its item.
    if (wasRemoved && (document.activeElement === document.body || !document.activeElement))
      focusItem(current);
  }, [ids, current]);

  function step(by: number) {
    const next = ids[Math.max(0, Math.min(ids.length - 1, index + by))];
    if (next === undefined) return;
    // The first press focuses the current item: the focus may still be on the tabs.
    const target = focusedItem() === null ? (current ?? next) : next;
    setAt({ id: target, index: ids.indexOf(target) });
    focusItem(target);
  }

  useKeys(
    label,
    keysFor(commands).map((key) => {
      const does = keyText(key, commands);
      if (key === "j") return { key, does, run: () => step(1), repeats: true };
      if (key === "k") return { key, does, run: () => step(-1), repeats: true };
      return { key, does, run: () => onCommand(COMMANDS[key], focusedItem() ?? current) };
    }),
  );

  return {
    current,
    /** Makes an item current, for example when the focus enters it. */
    select: (id: number) => {
      if (id !== current || at.id === null) setAt({ id, index: ids.indexOf(id) });
    },
  };
}

/** The item that contains the focus. It may not be rendered as current yet. */
export function focusedItem(): number | null {
  const id = document.activeElement?.closest(`[${ITEM_ATTRIBUTE}]`)?.getAttribute(ITEM_ATTRIBUTE);
  return id ? Number(id) : null;
}

/** Focuses an item and scrolls it into view. */
export function focusItem(id: number | null): void {
  if (id === null) return;
  const item = document.querySelector<HTMLElement>(`[${ITEM_ATTRIBUTE}="${id}"]`);
  item?.focus({ preventScroll: true });
  item?.scrollIntoView?.({ block: "nearest" });
}
