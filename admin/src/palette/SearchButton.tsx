import Search from "@mui/icons-material/Search";
import { IconButton, Tooltip } from "@mui/material";
import { modifierName } from "../keys/KeyName";
import { t } from "../messages/palette.gen";
import { palette } from "./palette";

/** Opens the command palette: beside the brand, or at the end of the bar on small screens. */
export function SearchButton() {
  return (
    <Tooltip title={t("hint", { key: modifierName() })}>
      <IconButton
        aria-label={t("open")}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => palette.set(true)}
        sx={{
          position: { xs: "absolute", md: "static" },
          insetInlineEnd: 8,
          ml: { md: "auto" },
          mr: { md: -1 },
          // The drawer of small screens would stay open behind the dialog; the bar has the button too.
          ".MuiDrawer-root &": { display: "none" },
        }}
      >
        <Search />
      </IconButton>
    </Tooltip>
  );
}
