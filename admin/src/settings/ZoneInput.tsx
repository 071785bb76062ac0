import { fold } from "@karst/client/fold";
import { Autocomplete, TextField } from "@mui/material";
import { useController } from "react-hook-form";
import { t as tResources } from "../messages/resources.gen";
import { t } from "../messages/settings.gen";
import type { SettingsText } from "./shape";

const ZONES = Intl.supportedValuesOf("timeZone");

/** A time zone, found by any part of its name. */
export function ZoneInput() {
  const { field, fieldState } = useController<SettingsText, "timeZone">({ name: "timeZone" });
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={ZONES}
      value={field.value}
      filterOptions={(options, { inputValue }) => {
        const part = fold(inputValue).replaceAll(" ", "_");
        return options.filter((zone) => fold(zone).includes(part)).slice(0, 50);
      }}
      onInputChange={(_, text) => field.onChange(text)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={tResources("settings.fields.timeZone")}
          required
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t("hint.timeZone")}
        />
      )}
    />
  );
}
