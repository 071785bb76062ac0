import { Typography } from "@mui/material";
import { truncate } from "@karst/web/text";

const MAX_LENGTH = 100;

/** The first characters of a text in quotation marks (R142). */
export function Quote({ text }: { text: string }) {
  return (
    <Typography
      component="blockquote"
      dir="auto"
      sx={{ m: 0, color: "text.primary", overflowWrap: "anywhere" }}
    >
      “{truncate(text, MAX_LENGTH)}”
    </Typography>
  );
}
