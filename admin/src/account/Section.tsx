import { Box, Card, Typography } from "@mui/material";
import { useId, type ReactNode } from "react";

interface SectionProps {
  title: string;
  /** One sentence about the section. */
  text: string;
  children: ReactNode;
}

/** A section of the page: title and text on the left, content on the right; stacked on phones. */
export function Section({ title, text, children }: SectionProps) {
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
        <Typography id={id} component="h2" variant="h3">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Card>
  );
}
