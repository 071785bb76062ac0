import { Alert, Box, Button, FormHelperText, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { TextArea } from "../form/TextArea";
import { Editing } from "./Editing";
import { lostParts } from "./html";
import { words } from "./words";

export interface RichTextInputProps {
  /** The field of the form; it holds HTML. */
  source: string;
  label: string;
  required?: boolean;
}

/** A long text with headings, lists, tables, links and pictures; or its HTML, where the editor would lose something. */
export default function RichTextInput({ source, label, required }: RichTextInputProps) {
  const { field, fieldState } = useController({ name: source });
  const id = useId();
  const html = field.value as string;
  const [isSource, setSource] = useState(() => lostParts(html).length > 0);
  const foreign = isSource ? lostParts(html) : [];
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
          disabled={foreign.length > 0}
          title={foreign.length > 0 ? words.source.stay(foreign.join(" ")) : undefined}
          onClick={() => setSource(!isSource)}
        >
          {isSource ? words.source.hide : words.source.show}
        </Button>
      </Box>
      {foreign.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {words.source.foreign(foreign.join(" "))}
        </Alert>
      )}
      {isSource ? (
        <TextArea
          rows={12}
          value={html}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={words.source.hint}
          slotProps={{
            htmlInput: {
              "aria-label": `${label}, ${words.source.label}`,
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
        {help ?? (isSource ? null : words.escape)}
      </FormHelperText>
    </Box>
  );
}
