import { Autocomplete, TextField } from "@mui/material";
import { MARKER_ICONS } from "@karst/client/markers";
import { useController } from "react-hook-form";
import type { CategoryText } from "./shape";
import { words } from "./words";

const { label, hint } = words.fields.icon;

/** The icon of a category's markers, by its name: those that are drawn are proposed. */
export function IconInput() {
  const { field, fieldState } = useController<CategoryText, "icon">({ name: "icon" });
  return (
    <Autocomplete
      freeSolo
      options={MARKER_ICONS}
      // A chosen one is no search: the list opens with all of them.
      value={field.value || null}
      onChange={(_, chosen) => field.onChange(chosen ?? "")}
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
