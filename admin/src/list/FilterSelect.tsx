import type { SelectInputProps } from "react-admin";
import { ChoiceInput } from "../form/ChoiceInput";
import { FILTER_WIDTH } from "./FilterBar";

interface FilterSelectProps extends Pick<SelectInputProps, "format" | "parse" | "onChange"> {
  source: string;
  label: string;
  /** The labels of the values; the blank one does not filter. */
  options: Record<string, string>;
}

/** A filter that is one of a few values. */
export function FilterSelect({ options, format = (value) => value as unknown, ...input }: FilterSelectProps) {
  return (
    <ChoiceInput
      {...input}
      values={Object.keys(options)}
      labelOf={(value) => options[value]!}
      format={(value: unknown) => {
        const option = String(format(value) ?? "");
        return option in options ? option : "";
      }}
      sx={FILTER_WIDTH}
    />
  );
}
