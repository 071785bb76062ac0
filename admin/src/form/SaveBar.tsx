import { Box, Button, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/form.gen";

interface SaveBarProps {
  label: string;
  isDirty: boolean;
  isSubmitting: boolean;
  /** The last save reached nobody. */
  isUnreached: boolean;
  /** How many inputs have a fault. */
  faults: number;
  /** More actions, before Save. */
  children?: ReactNode;
}

/** Always in reach at the foot of a long form: how things stand, and Save. */
export function SaveBar({ label, isDirty, isSubmitting, isUnreached, faults, children }: SaveBarProps) {
  const failed = faults > 0 ? t("save.invalid", { count: faults }) : isUnreached ? t("save.offline") : null;
  const state = failed ?? (isDirty ? t("save.unsaved") : "");
  return (
    <Box
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: 2,
        display: "flex",
        flexWrap: "wrap",
        columnGap: 2,
        rowGap: 0.5,
        alignItems: "center",
        px: { xs: 2, md: 3 },
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      <Typography
        role="status"
        variant="body2"
        sx={{ flexGrow: 1, color: failed ? "error.main" : "text.secondary" }}
      >
        {state}
      </Typography>
      {children}
      <Typography
        variant="caption"
        aria-hidden
        sx={{ color: "text.secondary", display: { xs: "none", md: "block" } }}
      >
        {t("save.shortcut")}
      </Typography>
      <Button
        type="submit"
        variant="contained"
        disabled={isSubmitting}
        aria-keyshortcuts="Control+S"
        sx={{ flexShrink: 0 }}
      >
        {isSubmitting ? t("save.saving") : isUnreached ? tCommon("tryAgain") : label}
      </Button>
    </Box>
  );
}
