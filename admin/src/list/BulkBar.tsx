import Close from "@mui/icons-material/Close";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { ReactNode } from "react";
import { t } from "../messages/list.gen";
import { focusSelectAll } from "./SelectBox";
import type { Selection } from "./useSelection";

/**
 * How many are selected, and what can be done with them: in reach at the foot of the list, on phones at the foot of the
 * screen. Ears hear the number, also when there is no selection any more.
 */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const count = selection.ids.length;
  const clear = () => {
    selection.clear();
    focusSelectAll();
  };
  return (
    <>
      {/* There from the beginning: ears hear what changes, not what appears. */}
      <span role="status" style={visuallyHidden}>
        {count > 0 && t("selected", { count })}
      </span>
      {/* Room for the bar over the end of the list. */}
      {count > 0 && <Box sx={{ height: 120, display: { md: "none" } }} />}
      <Box
        role="group"
        aria-label={t("bulkActions")}
        sx={{
          display: count > 0 ? "flex" : "none",
          alignItems: "center",
          flexWrap: { md: "wrap" },
          gap: { xs: 0.5, md: 1 },
          px: 2,
          py: 1,
          bgcolor: "background.paper",
          borderTop: 1,
          borderColor: "divider",
          boxShadow: (theme) => theme.tokens.shadow,
          position: { xs: "fixed", md: "sticky" },
          inset: { xs: "auto 0 0 0", md: "auto 0 0 auto" },
          zIndex: "appBar",
          pb: { xs: "calc(8px + env(safe-area-inset-bottom))", md: 1 },
          flexDirection: { xs: "column", md: "row" },
        }}
      >
        <Box sx={{ display: "flex", alignItems: "center", alignSelf: { xs: "stretch", md: "auto" }, gap: 1 }}>
          <Typography sx={{ fontWeight: 600, flexGrow: 1, whiteSpace: "nowrap" }}>
            {count > 0 && t("selected", { count })}
          </Typography>
          <Tooltip title={t("clearSelection")}>
            <IconButton aria-label={t("clearSelection")} aria-keyshortcuts="Escape" onClick={clear}>
              <Close fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
        <Box
          sx={{
            display: "flex",
            flex: { md: "1 1 0" },
            flexWrap: { md: "wrap" },
            gap: 1,
            overflowX: { xs: "auto", md: "visible" },
            alignSelf: { xs: "stretch", md: "auto" },
            "& .MuiButton-root": { flexShrink: 0 },
          }}
        >
          {children}
        </Box>
      </Box>
    </>
  );
}
