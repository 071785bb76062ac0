import { SelectInput, type SelectInputProps } from "react-admin";

interface ChoiceInputProps extends Omit<SelectInputProps, "choices" | "label"> {
  label: string;
  values: readonly string[];
  labelOf: (value: string) => string;
}

/** A select of one of `values`. The blank one has a label of its own: react-admin would name it "Clear value". */
export function ChoiceInput({ label, values, labelOf, ...rest }: ChoiceInputProps) {
  return (
    <SelectInput
      {...rest}
      // Without the blank choice, and as an element without the mark of required fields.
      isRequired
      label={<>{label}</>}
      choices={values.map((id) => ({ id, name: labelOf(id) }))}
      translateChoice={false}
    />
  );
}
