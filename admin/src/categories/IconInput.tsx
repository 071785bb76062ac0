import { Autocomplete, TextField } from "@mui/material";
import { MARKER_ICONS } from "@karst/client/markers";
import { useController } from "react-hook-form";
import { t } from "../messages/categories.gen";
import type { CategoryText } from "./shape";

/** The name of a category's marker icon, with the known icons as suggestions. */
export function IconInput() {
  const { field, fieldState } = useController<CategoryText, "icon">({ name: "icon" });
  return (
    <Autocomplete
      freeSolo
      options={MARKER_ICONS}
      // With a value, the list opens with all options instead of filtering by it.
      value={field.value || null}
      onChange={(_, selected) => field.onChange(selected ?? "")}
      inputValue={field.value}
      onInputChange={(_, typed) => field.onChange(typed)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          name="icon"
          label={t("fields.icon")}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t("hints.icon")}
          slotProps={{
            ...params.slotProps,
            formHelperText: { ...(fieldState.invalid && { role: "alert" }) },
          }}
        />
      )}
    />
  );
}
