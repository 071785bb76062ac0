import { Typography } from "@mui/material";
import { t } from "../messages/layout.gen";

/** Shown until the account is known and the code of the screen is loaded. */
export function Waiting() {
  return (
    <Typography role="status" sx={{ p: { xs: 2, md: 4 }, color: "text.secondary" }}>
      {t("loading")}
    </Typography>
  );
}
