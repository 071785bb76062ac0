import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import { IconButton, InputAdornment, TextField, type TextFieldProps } from "@mui/material";
import { useState } from "react";
import { texts } from "../texts";

const words = texts.identity;

/** A field for a password, which can be looked at. */
export function PasswordField({ label, slotProps, ...rest }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const name = String(label);
  return (
    <TextField
      {...rest}
      label={label}
      type={isShown ? "text" : "password"}
      slotProps={{
        ...slotProps,
        input: {
          ...(slotProps?.input as object),
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={isShown ? words.hide(name) : words.show(name)}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                {isShown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
