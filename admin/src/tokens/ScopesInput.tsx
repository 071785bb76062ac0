import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Typography,
} from "@mui/material";
import { useInput } from "react-admin";
import { t } from "../messages/tokens.gen";
import type { Scope } from "./shape";

/** The scopes of the token: a checkbox for each, with a line about it. */
export function ScopesInput({ scopes }: { scopes: readonly Scope[] }) {
  const { id, field, fieldState } = useInput<Scope[]>({ source: "scopes" });
  const chosen: readonly Scope[] = field.value;

  function toggle(scope: Scope, isChosen: boolean) {
    // In the order of the form, so that deselecting and reselecting a scope is not a change.
    field.onChange(scopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  }

  return (
    <FormControl component="fieldset" error={fieldState.invalid} aria-describedby={id}>
      <FormLabel component="legend" sx={{ mb: 0.5 }}>
        {t("fields.scopes")}
      </FormLabel>
      {scopes.map((scope, index) => (
        <FormControlLabel
          key={scope}
          sx={{ alignItems: "flex-start", mb: 0.5 }}
          control={
            <Checkbox
              checked={chosen.includes(scope)}
              onChange={(_, isChosen) => toggle(scope, isChosen)}
              onBlur={field.onBlur}
              slotProps={{ input: { ref: index === 0 ? field.ref : undefined } }}
              sx={{ mt: -1 }}
            />
          }
          label={
            <>
              {t(`scopes.${scope}`)}
              <Typography variant="body2" component="span" sx={{ display: "block", color: "text.secondary" }}>
                {t(`scopeHints.${scope}`)}
              </Typography>
            </>
          }
        />
      ))}
      <FormHelperText id={id} sx={{ ml: 0 }}>
        {fieldState.error?.message}
      </FormHelperText>
    </FormControl>
  );
}
