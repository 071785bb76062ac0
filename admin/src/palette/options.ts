import { fold } from "@karst/client/fold";
import type { ElementType } from "react";

/** An option of the palette. */
export interface Option {
  /** Unique in the list. */
  id: string;
  group: string;
  label: string;
  detail?: string | null;
  /** Further words that match the option. */
  keywords?: string;
  /** Its keyboard shortcut. */
  shortcut?: string;
  Icon: ElementType;
  run: () => void;
}

/** Whether each word of `q` begins a word of `text`, regardless of case and diacritics. */
export function matches(q: string, text: string): boolean {
  const words = fold(text).split(" ");
  return fold(q)
    .split(" ")
    .every((part) => words.some((word) => word.startsWith(part)));
}
