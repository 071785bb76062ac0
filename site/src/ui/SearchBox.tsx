"use client";

import { useRef, type InputHTMLAttributes } from "react";
import { Search, X } from "lucide-react";
import styles from "./SearchBox.module.css";

type Props = {
  words: string;
  onWords: (words: string) => void;
  /** What is typed is meant: the box is left, or Enter pressed. */
  onSettle?: () => void;
  /** Someone is about to search. */
  onIntent?: () => void;
  /** What makes more of the field than a place to type in. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** What is searched (for ears), what an empty box says, and the name of the button that empties it. */
  texts: { searchLabel: string; search: string; clearSearch: string };
};

/** Where one types what to look for. The list follows each letter, so there is nothing to submit. */
export function SearchBox({ words, onWords, onSettle, onIntent, input, texts }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.box}>
      <Search size={20} aria-hidden />
      <input
        ref={field}
        type="search"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onFocus={onIntent}
        placeholder={texts.search}
        aria-label={texts.searchLabel}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        {...input}
        onBlur={(event) => {
          input?.onBlur?.(event);
          onSettle?.();
        }}
        onKeyDown={(event) => {
          input?.onKeyDown?.(event);
          if (event.key === "Enter" && !event.defaultPrevented) onSettle?.();
        }}
      />
      {words && (
        <button
          type="button"
          aria-label={texts.clearSearch}
          onClick={() => {
            onWords("");
            onSettle?.();
            field.current?.focus();
          }}
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </search>
  );
}
