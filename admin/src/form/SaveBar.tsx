import { Box, Button, Typography } from "@mui/material";
import { texts } from "../texts";

const words = texts.save;

interface SaveBarProps {
  label: string;
  isDirty: boolean;
  isSubmitting: boolean;
  /** The last save reached nobody. */
  isUnreached: boolean;
  /** How many inputs have a fault. */
  faults: number;
}

/** Always in reach at the foot of a long form: how things stand, and Save. */
export function SaveBar({ label, isDirty, isSubmitting, isUnreached, faults }: SaveBarProps) {
  const failed = faults > 0 ? words.invalid(faults) : isUnreached ? words.unreached : null;
  const state = failed ?? (isDirty ? words.unsaved : "");
  return (
    <Box
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: 2,
        display: "flex",
        gap: 2,
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
      <Typography
        variant="caption"
        aria-hidden
        sx={{ color: "text.secondary", display: { xs: "none", md: "block" } }}
      >
        {words.shortcut}
      </Typography>
      <Button
        type="submit"
        variant="contained"
        disabled={isSubmitting}
        aria-keyshortcuts="Control+S"
        sx={{ flexShrink: 0 }}
      >
        {isSubmitting ? words.saving : isUnreached ? words.again : label}
      </Button>
    </Box>
  );
}
