import { Alert, Box, Button, FormHelperText, TextField, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { t } from "../messages/richText.gen";
import { Editing } from "./Editing";
import { lostParts } from "./html";
import { TextFacts } from "./TextFacts";

export interface RichTextInputProps {
  /** The field of the form; it holds HTML. */
  source: string;
  label: string;
  required?: boolean;
}

/** A rich text editor; shows the HTML instead if the editor would lose parts of it. */
export default function RichTextInput({ source, label, required }: RichTextInputProps) {
  const { field, fieldState } = useController({ name: source });
  const id = useId();
  const html = field.value as string;
  const [isSource, setSource] = useState(() => lostParts(html).length > 0);
  const unsupported = isSource ? lostParts(html) : [];
  const name = required ? `${label} *` : label;
  const help = fieldState.error?.message;
  return (
    <Box>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", mb: 0.5 }}>
        <Typography id={`${id}label`} variant="subtitle2" component="span">
          {name}
        </Typography>
        <Button
          size="small"
          disabled={unsupported.length > 0}
          title={unsupported.length > 0 ? t("source.stay", { tags: unsupported.join(" ") }) : undefined}
          onClick={() => setSource(!isSource)}
        >
          {isSource ? t("source.hide") : t("source.show")}
        </Button>
      </Box>
      {unsupported.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t("source.unsupported", { tags: unsupported.join(" ") })}
        </Alert>
      )}
      {isSource ? (
        <TextField
          multiline
          rows={12}
          value={html}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={t("source.hint")}
          slotProps={{
            htmlInput: {
              "aria-label": t("source.label", { field: label }),
              "aria-describedby": `${id}help`,
              spellCheck: false,
              style: { fontFamily: "ui-monospace, monospace", fontSize: "0.875rem" },
            },
          }}
        />
      ) : (
        <Editing
          html={html}
          labelId={`${id}label`}
          helpId={`${id}help`}
          required={required}
          isInvalid={fieldState.invalid}
          onChange={field.onChange}
          onBlur={field.onBlur}
          focusRef={field.ref}
        />
      )}
      <FormHelperText id={`${id}help`} error={fieldState.invalid} {...(help && { role: "alert" })}>
        {help ?? (isSource ? null : t("keyboardHint"))}
      </FormHelperText>
      <TextFacts html={html} />
    </Box>
  );
}
