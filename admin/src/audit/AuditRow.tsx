import ExpandMore from "@mui/icons-material/ExpandMore";
import { Box, IconButton, Link, Tooltip, Typography } from "@mui/material";
import type { AuditEvent } from "@karst/client";
import { useId, useState, type ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { clockIn, dateIn } from "../kit/zone";
import { t } from "../messages/audit.gen";
import { AuditDetails } from "./AuditDetails";
import { changedFields, eventSentence, sourceOf } from "./shape";
import { useRecordPath } from "./useRecordPath";
import { useZone } from "./useZone";

/** An event as a sentence with the fields it changed. It expands to its details. */
export function AuditRow({ item }: { item: AuditEvent }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const zone = useZone();
  const path = useRecordPath(item);
  const changes = changedFields(item);
  const { createdAt } = item;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: "divider", pl: 2, pr: 1 }}>
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 1, py: 1.25 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          <Typography id={`${id}-sentence`}>
            {eventSentence(item, bold("who"), path ? linkTo(path) : bold("what"))}
          </Typography>
          {changes && <Typography variant="body2">{changes}</Typography>}
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            <Tooltip title={dateIn(zone, createdAt)}>
              <time dateTime={createdAt}>{clockIn(zone, createdAt).slice(11)}</time>
            </Tooltip>
            {item.address && ` · ${sourceOf(item)}`}
            {item.tokenName && ` · ${t("source.token", { name: item.tokenName })}`}
          </Typography>
        </Box>
        <IconButton
          id={`${id}-toggle`}
          aria-label={t("details.toggle")}
          aria-labelledby={`${id}-toggle ${id}-sentence`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ExpandMore
            sx={{
              transform: isOpen ? "rotate(180deg)" : "none",
              transition: "transform 150ms ease-out",
            }}
          />
        </IconButton>
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ pb: 2, pr: 1 }}>
        {isOpen && <AuditDetails item={item} />}
      </Box>
    </Box>
  );
}

/** A name in a sentence. `dir="auto"` isolates its direction from the sentence. */
const bold = (key: string) => (name: ReactNode) => (
  <b key={key} dir="auto">
    {name}
  </b>
);

const linkTo = (path: string) => (name: ReactNode) => (
  <Link key={path} component={RouterLink} to={path} dir="auto" sx={{ fontWeight: 600 }}>
    {name}
  </Link>
);
