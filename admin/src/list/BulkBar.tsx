import Close from "@mui/icons-material/Close";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useListContext } from "react-admin";
import { useKeys } from "../keys/useKeys";
import { t as tKeys } from "../messages/keys.gen";
import { t } from "../messages/list.gen";
import { focusSelectAll } from "./SelectBox";
import { useSelection } from "./useSelection";

/**
 * The number of selected records and the actions on them, at the bottom of the list, or of the screen on phones. Screen
 * readers announce the number, also when it becomes zero. A selection ends with its page of the list and its filters.
 * react-admin's `BulkActionsToolbar` announces nothing and is above the list, out of reach on phones.
 */
export function BulkBar({ children }: { children: ReactNode }) {
  const selection = useSelection();
  const { page, filterValues } = useListContext();
  const view = JSON.stringify([page, filterValues]);
  const count = selection.ids.length;
  const clear = useEffectEvent(selection.clear);
  useEffect(() => () => clear(), [view]);
  useKeys(
    tKeys("group.list"),
    count > 0 ? [{ key: "Escape", does: t("clearSelection"), run: selection.clear }] : [],
  );
  const clearByButton = () => {
    selection.clear();
    focusSelectAll();
  };
  return (
    <>
      {/* Always present: screen readers announce changes, not new elements. */}
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
          boxShadow: (theme) => theme.tokens["shadow-float"],
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
            <IconButton aria-label={t("clearSelection")} aria-keyshortcuts="Escape" onClick={clearByButton}>
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
