import PushPinOutlined from "@mui/icons-material/PushPinOutlined";
import { Box, Button, Chip, List, ListItem, ListItemButton, Typography } from "@mui/material";
import type { RevisionItem } from "@karst/client";
import { useState } from "react";
import { useZone } from "../audit/useZone";
import { useAccount } from "../identity/useAccount";
import { ago } from "../kit/dates";
import { dateIn } from "../kit/zone";
import { t } from "../messages/history.gen";
import { authorOf, changesOf } from "./author";
import type { HistoryKind } from "./kinds";

interface RevisionListProps {
  kind: HistoryKind;
  items: readonly RevisionItem[];
  /** The number of the revision that is compared. */
  chosen: number | null;
  /** The number of the revision that gets the focus. */
  focused: number | null;
  onChoose: (number: number) => void;
  /** Loads more; undefined if all are loaded. */
  onMore?: () => void;
  isLoadingMore: boolean;
}

/** The revisions of a record, the newest first, with their authors, times and changes. */
export function RevisionList(props: RevisionListProps) {
  const { kind, items, chosen, focused, onChoose, onMore, isLoadingMore } = props;
  // The button disappears with the last page: the first revision that it loaded gets its focus.
  const [firstLoaded, setFirstLoaded] = useState<number | null>(null);

  function loadMore() {
    if (isLoadingMore) return;
    setFirstLoaded(items.length);
    onMore?.();
  }

  return (
    <>
      <List aria-label={t("list")} sx={{ px: 1 }}>
        {items.map((item, at) => (
          <ListItem key={item.number} disablePadding sx={{ mb: 0.5 }}>
            <ListItemButton
              selected={item.number === chosen}
              aria-current={item.number === chosen}
              autoFocus={item.number === focused || at === firstLoaded}
              onClick={() => onChoose(item.number)}
            >
              <Row kind={kind} item={item} isNewest={at === 0} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {onMore && (
        <Box sx={{ textAlign: "center", pb: 2 }}>
          <Button onClick={loadMore}>{t("more")}</Button>
        </Box>
      )}
    </>
  );
}

function Row({ kind, item, isNewest }: { kind: HistoryKind; item: RevisionItem; isNewest: boolean }) {
  const { may } = useAccount();
  const zone = useZone();
  const { createdAt, note, isPinned } = item;
  return (
    <Box sx={{ minWidth: 0, width: "100%", overflowWrap: "anywhere" }}>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <time dateTime={createdAt} title={dateIn(zone, createdAt)}>
            {ago(createdAt)}
          </time>
        </Typography>
        {isNewest && <Chip size="small" label={t("newest")} />}
        {isPinned && <PushPinOutlined titleAccess={t("pinned")} fontSize="small" />}
      </Box>
      <Typography variant="body2" dir="auto">
        {authorOf(item, may("manageHistory"))}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {changesOf(kind, item)}
      </Typography>
      {note && (
        <Typography variant="body2" dir="auto" sx={{ fontStyle: "italic" }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}
