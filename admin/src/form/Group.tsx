import { Box, Typography } from "@mui/material";
import { useId, useState, type ReactNode } from "react";
import { Fold } from "./Fold";

/** Fields that belong together, under their name: one column on phones, two beside each other on wide screens. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ "& + &, .fold + &": { mt: 4 } }}>
      <Typography id={id} component="h2" variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Columns>{children}</Columns>
    </Box>
  );
}

interface FoldingGroupProps {
  title: string;
  /** One line about the content. */
  summary: ReactNode;
  /** The paths of the fields inside. */
  fields: readonly string[];
  startsOpen?: boolean;
  children: ReactNode;
}

/** A group that folds, in a form with many of them. */
export function FoldingGroup({ startsOpen = false, children, ...fold }: FoldingGroupProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <Box className="fold" sx={{ mt: 2, "&:first-of-type": { mt: 0 } }}>
      <Fold {...fold} heading="h2" isOpen={isOpen} onToggle={setOpen}>
        <Columns>{children}</Columns>
      </Fold>
    </Box>
  );
}

/** The grid of a group. */
export function Columns({ children }: { children: ReactNode }) {
  return (
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
  );
}

/** A field that takes the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: "1 / -1", minWidth: 0 }}>{children}</Box>;
}
