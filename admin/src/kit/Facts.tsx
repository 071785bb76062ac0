import { Box } from "@mui/material";
import type { ReactNode } from "react";

/** A label and its value. */
export type Fact = readonly [label: string, value: ReactNode];

/** Labels with their values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(7rem, auto) minmax(0, 1fr)" },
        columnGap: 2,
        rowGap: { xs: 0, sm: 0.5 },
        fontSize: "0.875rem",
        "& dt": { color: "text.secondary" },
        "& dd": { m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: "anywhere" },
      }}
    >
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Box key={label} sx={{ display: "contents" }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
    </Box>
  );
}
