import { Autocomplete, TextField } from "@mui/material";
import { useController } from "react-hook-form";
import { ICONS } from "./icons";
import type { CategoryText } from "./shape";
import { words } from "./words";

const { label, hint } = words.fields.icon;

/** The icon of a category's markers, by its name: those that are drawn are proposed. */
export function IconInput() {
  const { field, fieldState } = useController<CategoryText, "icon">({ name: "icon" });
  return (
    <Autocomplete
      freeSolo
      options={ICONS}
      inputValue={field.value}
      onInputChange={(_, typed) => field.onChange(typed)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          name="icon"
          label={label}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
          slotProps={{
            ...params.slotProps,
            formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
          }}
        />
      )}
    />
  );
}
