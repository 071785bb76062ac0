import Search from "@mui/icons-material/Search";
import { InputAdornment, TextField } from "@mui/material";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/keys.gen";

interface SearchBoxProps {
  label: string;
  value: string;
  /** Called once the fingers rest. */
  onChange: (q: string) => void;
}

const REST_MS = 300;

/** The search of a list. "/" puts the focus into it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  // The address may change the search too (back, "clear"), but never under somebody's fingers.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  // With what is filtered by at that moment, not by when the typing began.
  const rested = useEffectEvent(() => {
    if (typed !== value) onChange(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => rested(), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useKeys(t("group.list"), [{ key: "/", does: t("search"), run: () => input.current?.focus() }]);
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      inputRef={input}
      onChange={({ target }) => setTyped(target.value)}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden fontSize="small" />
            </InputAdornment>
          ),
        },
        htmlInput: { maxLength: 100, "aria-keyshortcuts": "/" },
      }}
      sx={{ flex: "1 1 260px" }}
    />
  );
}

/** Only what narrows: react-admin keeps these in the address. */
export function narrowing<Filters extends object>(filters: Filters): Partial<Filters> {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Filters>;
}
