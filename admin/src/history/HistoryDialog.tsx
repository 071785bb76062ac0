import Close from "@mui/icons-material/Close";
import {
  Box,
  Button,
  Dialog,
  DialogTitle,
  IconButton,
  Typography,
  useMediaQuery,
  type Theme,
} from "@mui/material";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router-dom";
import { auditAddress } from "../audit/address";
import { useAccount } from "../identity/useAccount";
import { bdi } from "../kit/bdi";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/history.gen";
import type { RecordKey } from "../resources/revisions";
import { Comparison } from "./Comparison";
import { DeleteHistory } from "./DeleteHistory";
import { kindOf } from "./kinds";
import { RevisionList } from "./RevisionList";
import { useHistory, type Current } from "./useHistory";

interface HistoryDialogProps {
  record: RecordKey;
  name: string;
  onRestored: (saved: Current) => void;
  onClose: () => void;
}

/** The versions of a record, and the differences between two of them. On phones, one view at a time. */
export default function HistoryDialog({ record, name, onRestored, onClose }: HistoryDialogProps) {
  const id = useId();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("md"), { noSsr: true });
  const { list, current, items } = useHistory(record);
  const [number, setNumber] = useState<number | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const [lastNumber, setLastNumber] = useState<number | null>(null);
  const chosen = items.find((item) => item.number === number);
  // If a refetch fails, the data from before stays.
  const error = (!list.data && list.error) || (!current.data && current.error);
  const isLoading = list.isPending || current.isPending;

  function choose(next: number) {
    setLastNumber(next);
    setNumber(next);
  }

  /** Leaves the deleted version, which had the focus. */
  function leaveDeleted() {
    flushSync(() => setNumber(null));
    listRef.current?.focus();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isSmall}
      maxWidth="lg"
      fullWidth
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: "100%" } } }}
    >
      <Box sx={{ display: "flex", alignItems: "center", pr: 1.5 }}>
        <DialogTitle id={id} sx={{ flex: "1 1 0", minWidth: 0, overflowWrap: "anywhere" }}>
          {t.rich("title", { name, bdi })}
        </DialogTitle>
        <IconButton aria-label={tCommon("close")} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      {error ? (
        <LoadFailed
          title={t("failed.list")}
          error={error}
          onRetry={() => void Promise.all([list.refetch(), current.refetch()])}
          sx={{ m: 2 }}
        />
      ) : isLoading ? (
        <RowsSkeleton label={t("loading")} />
      ) : items.length === 0 ? (
        <Empty title={t("empty.title")} text={t("empty.text")}>
          <AuditLink record={record} />
        </Empty>
      ) : (
        <Box
          sx={{
            display: "grid",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "320px minmax(0, 1fr)" },
            gridTemplateRows: "minmax(0, 1fr)",
            flexGrow: 1,
            minHeight: 0,
            borderTop: 1,
            borderColor: "divider",
          }}
        >
          {!(isSmall && chosen) && (
            <Box
              ref={listRef}
              tabIndex={-1}
              sx={{ overflowY: "auto", outline: 0, borderRight: { md: 1 }, borderColor: { md: "divider" } }}
            >
              <RevisionList
                kind={record.kind}
                items={items}
                chosen={number}
                // On phones, the list comes back after a comparison.
                focused={isSmall ? lastNumber : null}
                onChoose={choose}
                onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
                isLoadingMore={list.isFetchingNextPage}
              />
              <Box sx={{ textAlign: "center", pb: 2 }}>
                <AuditLink record={record} />
                {items.length > 1 && <DeleteHistory record={record} name={name} onDeleted={leaveDeleted} />}
              </Box>
            </Box>
          )}
          {chosen && current.data ? (
            <Comparison
              key={chosen.number}
              record={record}
              name={name}
              chosen={chosen}
              items={items}
              current={current.data}
              onRestored={onRestored}
              onBack={isSmall ? () => setNumber(null) : undefined}
              onDeleted={leaveDeleted}
              onClose={onClose}
            />
          ) : (
            !isSmall && <Typography sx={{ p: 3, color: "text.secondary" }}>{t("choose")}</Typography>
          )}
        </Box>
      )}
    </Dialog>
  );
}

/** The events of the record in the audit log, for admins. */
function AuditLink({ record: { kind, id } }: { record: RecordKey }) {
  const { may } = useAccount();
  if (!may("readAudit")) return null;
  const subject = kind === "settings" ? {} : { subject: id };
  return (
    <Button
      component={Link}
      to={auditAddress({ kind: kindOf(kind).auditKind, ...subject })}
      sx={{ color: "text.secondary" }}
    >
      {t("link")}
    </Button>
  );
}
