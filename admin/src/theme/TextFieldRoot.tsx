import { FormControl, type FormControlProps } from "@mui/material";

interface TextFieldRootProps extends FormControlProps {
  InputProps?: unknown;
  InputLabelProps?: unknown;
  ownerState?: unknown;
}

/** The root of a text field. react-admin 5 also passes props of older versions of MUI, which would become attributes. */
export function TextFieldRoot(props: TextFieldRootProps) {
  const { InputProps: _input, InputLabelProps: _label, ownerState: _state, ...rest } = props;
  return <FormControl {...rest} />;
}
