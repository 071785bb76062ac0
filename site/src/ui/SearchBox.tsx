"use client";

import { useRef, type InputHTMLAttributes } from "react";
import { Search, X } from "lucide-react";
import { IconButton } from "./IconButton";
import styles from "./SearchBox.module.css";

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Called on blur, on Enter and when the box is cleared. */
  onCommit?: () => void;
  /** Called on focus: a search is likely. */
  onIntent?: () => void;
  /** Further props of the input, such as those of a combobox. */
  inputProps?: InputHTMLAttributes<HTMLInputElement>;
  /** The accessible name, the placeholder and the name of the clear button. */
  texts: { searchLabel: string; search: string; clearSearch: string };
};

/** A search box. The list is filtered while typing, so there is nothing to submit. */
export function SearchBox({ value, onChange, onCommit, onIntent, inputProps, texts }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.box}>
      <Search size={20} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onIntent}
        placeholder={texts.search}
        aria-label={texts.searchLabel}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        {...inputProps}
        onBlur={(event) => {
          inputProps?.onBlur?.(event);
          onCommit?.();
        }}
        onKeyDown={(event) => {
          inputProps?.onKeyDown?.(event);
          if (event.key === "Enter" && !event.defaultPrevented) onCommit?.();
        }}
      />
      {value && (
        <IconButton
          icon={X}
          label={texts.clearSearch}
          size={18}
          onClick={() => {
            onChange("");
            onCommit?.();
            inputRef.current?.focus();
          }}
        />
      )}
    </search>
  );
}
