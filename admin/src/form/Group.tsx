import { Box, Typography } from "@mui/material";
import { useId, type ReactNode } from "react";

/** Fields that belong together, under their name: one column on phones, two beside each other on wide screens. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ "& + &": { mt: 4 } }}>
      <Typography id={id} component="h2" variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
          alignItems: "start",
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** A field that takes the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: "1 / -1", minWidth: 0 }}>{children}</Box>;
}
