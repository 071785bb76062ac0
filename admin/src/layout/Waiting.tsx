import { Typography } from "@mui/material";
import { t } from "../messages/layout.gen";

/** While it is not known who is signed in, or a screen's code is on its way. */
export function Waiting() {
  return (
    <Typography role="status" sx={{ p: { xs: 2, md: 4 }, color: "text.secondary" }}>
      {t("loading")}
    </Typography>
  );
}
