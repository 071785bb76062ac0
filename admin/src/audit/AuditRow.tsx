import ExpandMore from "@mui/icons-material/ExpandMore";
import { Box, ButtonBase, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { AuditItem } from "@karst/client";
import { useId, useState, type ReactNode } from "react";
import { longDate } from "../kit/dates";
import { Age } from "../list/Age";
import { AuditDetails } from "./AuditDetails";
import { eventSentence, sourceOf } from "./shape";

/** An event as a sentence, which expands to its details. */
export function AuditRow({ item }: { item: AuditItem }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: "divider" }}>
      <Typography component="h2" variant="body1">
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{
            width: "100%",
            px: 2,
            pt: 1.5,
            pb: 0.75,
            minHeight: 44,
            gap: 1,
            justifyContent: "space-between",
            textAlign: "start",
            // The list has no room around it for a ring.
            "&.Mui-focusVisible": { outlineOffset: -3 },
            font: "inherit",
          }}
        >
          <Box component="span" sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
            {eventSentence(item, bold("who"), bold("what"))}
          </Box>
          <ExpandMore
            aria-hidden
            sx={{
              color: "text.secondary",
              transform: isOpen ? "rotate(180deg)" : "none",
              transition: "transform 150ms ease-out",
            }}
          />
        </ButtonBase>
      </Typography>
      <Typography
        component="div"
        variant="body2"
        sx={{ px: 2, pb: 1.5, color: "text.secondary", overflowWrap: "anywhere" }}
      >
        <Age time={item.createdAt} />
        {/* Pointer users see the exact time in a tooltip, screen readers read it here. */}
        <span style={visuallyHidden}>, {longDate(item.createdAt)}</span>
        {item.address && ` · ${sourceOf(item)}`}
      </Typography>
      <Box id={id} hidden={!isOpen} sx={{ px: 2, pb: 2 }}>
        {isOpen && <AuditDetails item={item} />}
      </Box>
    </Box>
  );
}

/** A name in a sentence. `dir="auto"` isolates its direction from the sentence. */
const bold = (key: string) => (content: ReactNode) => (
  <b key={key} dir="auto">
    {content}
  </b>
);
