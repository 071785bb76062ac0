import { Box } from "@mui/material";
import { useFormContext, useWatch } from "react-hook-form";
import { isShowable, Picture } from "../form/Picture";
import { TextInput } from "../form/TextInput";
import { PickButton } from "./PickButton";

interface PictureInputProps {
  /** The field of the form. */
  source: string;
  label: string;
  hint?: string;
}

/** The address of an image, typed or chosen from the library, with a preview. */
export function PictureInput({ source, label, hint }: PictureInputProps) {
  const { setValue } = useFormContext<Record<string, string>>();
  const address = useWatch<Record<string, string>>({ name: source })?.trim() ?? "";
  return (
    <>
      <TextInput source={source} label={label} hint={hint} />
      <PickButton
        label={label}
        onPick={([picture]) => {
          if (picture) setValue(source, picture.url, { shouldDirty: true, shouldValidate: true });
        }}
      />
      {isShowable(address) && (
        <Box sx={{ mt: 1.5 }}>
          <Picture key={address} address={address} isLarge />
        </Box>
      )}
    </>
  );
}
