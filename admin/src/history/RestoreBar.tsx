import { Alert, AlertTitle, Box, Button, Typography } from "@mui/material";
import type { RevisionItem } from "@karst/client";
import { useState } from "react";
import { useZone } from "../audit/useZone";
import { formatList } from "../kit/format";
import { dateIn } from "../kit/zone";
import { Confirm } from "../layout/Confirm";
import { Reason } from "../layout/Toasts";
import { isAnythingUnsaved } from "../layout/unsaved";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/history.gen";
import type { RecordKey } from "../resources/revisions";
import type { Difference } from "./compare";
import { fieldLabel, kindOf, type Fields } from "./kinds";
import type { Current } from "./useHistory";
import { useRestore, type Refusal } from "./useRestore";

interface RestoreBarProps {
  record: RecordKey;
  name: string;
  chosen: RevisionItem;
  snapshot: Fields;
  current: Current;
  selected: readonly Difference[];
  /** Undefined if the comparison is with the current record. */
  onCompareWithCurrent?: () => void;
  onRestored: (saved: Current) => void;
  onClose: () => void;
}

/** Restores the selected fields after a confirmation, or shows why that is not possible. */
export function RestoreBar(props: RestoreBarProps) {
  const { record, name, chosen, snapshot, current, selected, onCompareWithCurrent } = props;
  const zone = useZone();
  const [isAsking, setAsking] = useState(false);
  const { restore, isBusy, refusal } = useRestore(record, props.onRestored);
  // The form is behind this dialog, so this does not change while the dialog is open.
  const [isUnsaved] = useState(isAnythingUnsaved);
  const { isPublic } = kindOf(record.kind);
  const after = { ...current, ...Object.fromEntries(selected.map(({ field }) => [field, snapshot[field]])) };
  const count = selected.length;
  const why = isUnsaved ? t("restore.unsaved") : count === 0 ? t("restore.hint") : null;

  async function confirmed() {
    const fields = selected.map(({ field }) => field);
    const isDone = await restore({ number: chosen.number, fields, version: current.version });
    setAsking(false);
    if (isDone) props.onClose();
  }

  return (
    <Box sx={{ px: { xs: 2, md: 3 }, py: 1.5, borderTop: 1, borderColor: "divider" }}>
      {refusal && <RefusalAlert refusal={refusal} record={record} />}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "end", gap: 1.5 }}>
        <Typography id="restore-hint" variant="body2" sx={{ color: "text.secondary" }}>
          {onCompareWithCurrent ? t("restore.onlyCurrent") : why}
        </Typography>
        {onCompareWithCurrent ? (
          <Button onClick={onCompareWithCurrent}>{t("restore.compare")}</Button>
        ) : (
          <Button
            variant="contained"
            disabled={why !== null || isBusy}
            aria-describedby="restore-hint"
            onClick={() => setAsking(true)}
          >
            {t("restore.button", { count })}
          </Button>
        )}
      </Box>
      <Confirm
        isOpen={isAsking}
        title={t("restore.title")}
        yes={t("restore.yes")}
        no={tCommon("cancel")}
        isBusy={isBusy}
        onYes={() => void confirmed()}
        onNo={() => setAsking(false)}
      >
        {t("restore.text", {
          count,
          name,
          time: dateIn(zone, chosen.createdAt),
          fields: formatList(selected.map(({ label }) => label)),
          isPublic: String(isPublic(current) || isPublic(after)),
        })}
      </Confirm>
    </Box>
  );
}

function RefusalAlert({ refusal, record: { kind } }: { refusal: Refusal; record: RecordKey }) {
  const labelOf = (path: string) => fieldLabel(kind, path.split(".")[0]!);
  return (
    <Alert severity={refusal.reason === "stale" ? "warning" : "error"} sx={{ mb: 1.5 }}>
      {refusal.reason === "stale" && t("restore.stale")}
      {refusal.reason === "invalid" && (
        <>
          {t("restore.invalid")}
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: "anywhere" }}>
            {Object.entries(refusal.errors).map(([path, message]) => (
              <li key={path}>
                {labelOf(path)}: {message}
              </li>
            ))}
          </Box>
        </>
      )}
      {refusal.reason === "failed" && (
        <>
          <AlertTitle>{t("failed.restore")}</AlertTitle>
          <Reason error={refusal.error} />
        </>
      )}
    </Alert>
  );
}
