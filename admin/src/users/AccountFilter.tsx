import { useInput, type InputProps } from "react-admin";
import { FILTER_WIDTH } from "../list/FilterBar";
import { AccountSelect } from "./AccountSelect";

interface AccountFilterProps extends Pick<InputProps, "source" | "format"> {
  label: string;
  placeholder: string;
}

/** A filter by account. */
export function AccountFilter({ label, placeholder, ...input }: AccountFilterProps) {
  const { field } = useInput<string>(input);
  return (
    <AccountSelect
      label={label}
      placeholder={placeholder}
      value={field.value as string}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      sx={FILTER_WIDTH}
    />
  );
}
