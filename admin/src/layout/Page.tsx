import { Box, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { documentTitle } from "./documentTitle";
import { useSettings } from "./useSettings";

interface PageProps {
  title: string;
  lead?: ReactNode;
  /** Content above the title: the link back. */
  before?: ReactNode;
  /** Content beside the title: badges of the record. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its title (also of the document), a lead, actions and content. */
export function Page({ title, lead, before, beside, actions, children }: PageProps) {
  const brand = useSettings()?.brand;
  return (
    <Box sx={{ px: { xs: 2, md: 4 }, py: { xs: 2.5, md: 4 }, maxWidth: 1280, mx: "auto", width: "100%" }}>
      <title>{documentTitle(title, brand)}</title>
      {before}
      <Stack
        direction={{ xs: "column", sm: "row" }}
        spacing={{ xs: 1, sm: 2 }}
        sx={{
          justifyContent: "space-between",
          alignItems: { xs: "flex-start", sm: "center" },
          mb: { xs: 1, md: 3 },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap" }}>
            <Typography
              variant="h1"
              dir="auto"
              sx={{ fontSize: { xs: "1.625rem", md: "2rem" }, overflowWrap: "anywhere" }}
            >
              {title}
            </Typography>
            {beside}
          </Stack>
          {lead && (
            <Typography component="div" sx={{ color: "text.secondary", mt: 0.5 }}>
              {lead}
            </Typography>
          )}
        </Box>
        {actions && (
          <Stack
            direction="row"
            sx={{
              flexShrink: { xs: 1, lg: 0 },
              flexWrap: "wrap",
              gap: { xs: 0.5, sm: 1 },
              "& .MuiButton-text": { px: { xs: 1, sm: 2.25 }, ml: { xs: -0.5, sm: 0 } },
            }}
          >
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  );
}
