import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { Draft } from "@karst/client";
import { useMemo } from "react";
import { useZone } from "../audit/useZone";
import { differences } from "../history/compare";
import { FieldDifference } from "../history/FieldDifference";
import { bdi } from "../kit/bdi";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/drafts.gen";
import { nameOf } from "./draft";
import type { Drafting } from "./drafting";

interface DraftComparisonProps {
  drafting: Drafting;
  draft: Draft;
  onClose: () => void;
}

/** The saved draft beside the public version of its record. */
export default function DraftComparison({ drafting: { key, record }, draft, onClose }: DraftComparisonProps) {
  const zone = useZone();
  const found = useMemo(
    () => differences(key, [record, { ...record, ...draft.fields }], record, { zone }),
    [key, record, draft, zone],
  );
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth>
      <DialogTitle sx={{ overflowWrap: "anywhere" }}>
        {t.rich("comparison.title", { name: nameOf(draft), bdi })}
      </DialogTitle>
      {/* Focusable, so that long texts can be scrolled with the keyboard. */}
      <DialogContent tabIndex={0}>
        <Typography sx={{ color: "text.secondary" }}>
          {t("comparison.count", { count: found.length })}
        </Typography>
        {found.map((difference) => (
          <FieldDifference
            key={difference.field}
            difference={difference}
            heading="h3"
            names={[t("public"), t("comparison.draft")]}
            isSideBySide={false}
            onSelect={() => {}}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose} autoFocus>
          {tCommon("close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
