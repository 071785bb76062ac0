import { Box, Link, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { excerpt } from "@karst/web/text";
import { Age } from "../list/Age";

interface MessageRowProps {
  message: { name: string; email: string; createdAt: string; message: string };
  title: string;
  /** The path that opens the message, and the accessible name of its link. */
  path: string;
  label: string;
  /** Follows the title. */
  badges: ReactNode;
  /** Follows the excerpt. */
  children?: ReactNode;
}

/** A message of a traveler in a list: subject, sender and excerpt. */
export function MessageRow({ message, title, path, label, badges, children }: MessageRowProps) {
  const { search } = useLocation();
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5 }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <Link
            component={RouterLink}
            to={{ pathname: path, search }}
            aria-label={label}
            color="inherit"
            underline="hover"
          >
            <bdi>{title}</bdi>
          </Link>
        </Typography>
        {badges}
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        <bdi>{message.name}</bdi> · {message.email} · <Age time={message.createdAt} />
      </Typography>
      <Typography variant="body2" dir="auto" sx={{ mt: 0.5, overflowWrap: "anywhere", maxWidth: "90ch" }}>
        {excerpt(message.message, 160)}
      </Typography>
      {children}
    </Box>
  );
}
