import Search from "@mui/icons-material/Search";
import { InputAdornment, type TextFieldProps } from "@mui/material";
import { useRef } from "react";
import { TextInput } from "react-admin";
import { useKeys } from "../keys/useKeys";
import { t } from "../messages/keys.gen";

/** The style of a search field. */
export const searchField = {
  type: "search",
  slotProps: {
    input: {
      startAdornment: (
        <InputAdornment position="start">
          <Search aria-hidden fontSize="small" />
        </InputAdornment>
      ),
    },
    htmlInput: { maxLength: 100 },
  },
} satisfies TextFieldProps;

/** The search of a list, in its [`FilterBar`]. "/" puts the focus into it. */
export function SearchBox({ label }: { label: string }) {
  const box = useRef<HTMLInputElement>(null);
  useKeys(t("group.list"), [{ key: "/", does: t("search"), run: () => box.current?.focus() }]);
  const { input, htmlInput } = searchField.slotProps;
  // Not react-admin's SearchInput, which has no label.
  return (
    <TextInput
      type={searchField.type}
      source="q"
      label={label}
      helperText={false}
      slotProps={{ input, htmlInput: { ...htmlInput, ref: box, "aria-keyshortcuts": "/" } }}
      sx={{ flex: "1 1 260px" }}
    />
  );
}
