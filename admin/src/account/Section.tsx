import { Box, Card, Typography } from "@mui/material";
import { useId, type ReactNode } from "react";

interface SectionProps {
  title: string;
  /** What it is for, in a sentence. */
  text: string;
  /** Beside the title: how it stands. */
  beside?: ReactNode;
  children: ReactNode;
}

/** One subject of the page: what it is on the left, what can be done on the right; under each other on phones. */
export function Section({ title, text, beside, children }: SectionProps) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        p: { xs: 2, md: 3 },
        display: "grid",
        gap: { xs: 2, md: 4 },
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 7fr)" },
        overflow: "visible",
      }}
    >
      <Box>
        <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1 }}>
          <Typography id={id} component="h2" variant="h3">
            {title}
          </Typography>
          {beside}
        </Box>
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Card>
  );
}
