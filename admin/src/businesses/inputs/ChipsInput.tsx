import { Autocomplete, Box, Button, Chip, TextField } from "@mui/material";
import { useState } from "react";
import { useController } from "react-hook-form";
import { listOf, listText } from "../../kit/typed";
import { t } from "../../messages/placeForm.gen";
import type { PlaceText } from "../shape";
import { TextIn } from "./TextIn";

interface ChipsInputProps {
  source: "tags" | "amenities";
  example: string;
}

/**
 * A list as chips, or as comma-separated text (R134). The form holds the text, including a chip that is still being
 * typed, so that drafts, conflicts and both inputs agree.
 */
export function ChipsInput({ source, example }: ChipsInputProps) {
  const [isText, setText] = useState(false);
  const label = t(`fields.${source}`);
  return (
    <Box>
      {isText ? (
        <TextIn source={source} hint={t("hints.commaText", { example })} />
      ) : (
        <Chips source={source} label={label} hint={t("hints.chips", { example })} />
      )}
      <Button
        aria-label={t(isText ? "asItems.name" : "asText.name", { field: label })}
        onClick={() => setText(!isText)}
      >
        {t(isText ? "asItems.label" : "asText.label")}
      </Button>
    </Box>
  );
}

function Chips({ source, label, hint }: Pick<ChipsInputProps, "source"> & Record<"label" | "hint", string>) {
  const { field, fieldState } = useController<PlaceText, "tags" | "amenities">({ name: source });
  const [typed, setTyped] = useState("");
  const items = listOf(field.value);
  // A text from elsewhere, such as a restored draft, replaces the chip that is being typed.
  const pending = typed.trim() !== "" && items.at(-1) === typed.trim() ? typed : "";
  const chips = pending ? items.slice(0, -1) : items;

  function set(next: readonly string[], text = "") {
    setTyped(text);
    const unique = new Set(next.map((item) => item.trim()));
    field.onChange(listText([...unique, text.trim()].filter(Boolean)));
  }

  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      options={[]}
      value={chips}
      inputValue={pending}
      onChange={(_, next) => set(next)}
      onInputChange={(_, text, reason) => {
        if (reason !== "input") return;
        if (text.includes(",")) set([...chips, ...listOf(text)]);
        // White space alone is not a chip, and `pending` is blank without other characters.
        else set(chips, text);
      }}
      onBlur={() => {
        if (pending) set(items);
        field.onBlur();
      }}
      renderValue={(values, itemProps) =>
        values.map((value, index) => {
          const { key, ...item } = itemProps({ index });
          return <Chip key={key} label={<bdi>{value}</bdi>} {...item} />;
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
          onPaste={(event) => {
            // A single-line input would join the lines.
            const text = event.clipboardData.getData("text");
            if (!/[,\n]/.test(text.trim())) return;
            event.preventDefault();
            set([...items, ...listOf(text.replaceAll("\r", ""))]);
          }}
        />
      )}
    />
  );
}
