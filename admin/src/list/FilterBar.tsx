import { Box } from "@mui/material";
import type { ReactNode } from "react";

/** The search and the filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <Box
      role="search"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        p: 2,
        alignItems: "center",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      {children}
    </Box>
  );
}
