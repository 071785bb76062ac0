"use client";

import { useRef } from "react";
import { Search, X } from "lucide-react";
import { texts } from "@/texts";
import styles from "./SearchBox.module.css";

type Props = {
  words: string;
  onWords: (words: string) => void;
  /** Someone is about to search. */
  onIntent: () => void;
};

/** Where one types what to look for. The list follows each letter, so there is nothing to submit. */
export function SearchBox({ words, onWords, onIntent }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.box}>
      <Search size={20} aria-hidden />
      <input
        ref={input}
        type="search"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onFocus={onIntent}
        placeholder={texts.explore.search}
        aria-label={texts.explore.searchLabel}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
      />
      {words && (
        <button
          type="button"
          aria-label={texts.explore.clearSearch}
          onClick={() => {
            onWords("");
            input.current?.focus();
          }}
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </search>
  );
}
