import { SelectInput, type SelectInputProps } from "react-admin";
import { FILTER_WIDTH } from "./FilterBar";

interface FilterSelectProps extends Pick<SelectInputProps, "format" | "parse" | "onChange"> {
  source: string;
  label: string;
  /** The labels of the values; the blank one does not filter. */
  options: Record<string, string>;
}

/** A filter that is one of a few values. */
export function FilterSelect({
  label,
  options,
  format = (value) => value as unknown,
  ...input
}: FilterSelectProps) {
  return (
    <SelectInput
      {...input}
      choices={Object.entries(options).map(([id, name]) => ({ id, name }))}
      // Screen readers would read react-admin's own blank choice as "Clear value", whatever it shows.
      isRequired
      // Not text: that would get the asterisk of a required input.
      label={<>{label}</>}
      format={(value: unknown) => {
        const option = String(format(value) ?? "");
        return option in options ? option : "";
      }}
      translateChoice={false}
      helperText={false}
      margin="none"
      sx={FILTER_WIDTH}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    />
  );
}
