import { SelectInput, type SelectInputProps } from "react-admin";

interface ChoiceInputProps extends Omit<SelectInputProps, "choices" | "label"> {
  label: string;
  values: readonly string[];
  labelOf: (value: string) => string;
}

/** A select of one of `values`. The blank value has its own label, because react-admin would name it "Clear value". */
export function ChoiceInput({ label, values, labelOf, ...rest }: ChoiceInputProps) {
  return (
    <SelectInput
      {...rest}
      // Removes react-admin's blank choice. As an element, the label gets no mark of required fields.
      isRequired
      label={<>{label}</>}
      choices={values.map((id) => ({ id, name: labelOf(id) }))}
      translateChoice={false}
    />
  );
}
