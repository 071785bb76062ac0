import { Typography } from "@mui/material";
import { texts } from "../texts";

/** While it is not known who is signed in, or a screen's code is on its way. */
export function Waiting() {
  return (
    <Typography role="status" sx={{ p: { xs: 2, md: 4 }, color: "text.secondary" }}>
      {texts.portal.loading}
    </Typography>
  );
}
