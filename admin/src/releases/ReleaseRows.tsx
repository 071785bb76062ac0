import { Box, Button, Chip, Typography } from "@mui/material";
import type { DraftItem, ReleaseRecord } from "@karst/client";
import type { ReactNode } from "react";
import { formPath, isOutdated, keyOf, nameOf } from "../drafts/draft";
import { RecordRow } from "../drafts/RecordRow";
import { ago } from "../kit/dates";
import { focusMain } from "../layout/focusMain";
import { t as tDrafts } from "../messages/drafts.gen";
import { t } from "../messages/releases.gen";
import type { useReleaseActions } from "./useReleaseActions";

type Actions = ReturnType<typeof useReleaseActions>;

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

/** A draft of an open release, and whether it prevents the publication. */
export function DraftOfRelease({ draft, actions }: { draft: DraftItem; actions: Actions }) {
  const { kind, accountName, updatedAt } = draft;
  const [name, time] = [nameOf(draft), ago(updatedAt)];

  async function takeOut() {
    // The row disappears, and with it the focused button.
    if (await actions.takeOut(keyOf(draft))) focusMain();
  }

  return (
    <RecordRow to={formPath(keyOf(draft))} name={name} kind={tDrafts("list.kind", { kind })}>
      <Line>
        {accountName ? tDrafts("list.savedBy", { name: accountName, time }) : tDrafts("list.saved", { time })}
      </Line>
      {isOutdated(draft) && (
        <>
          <Chip size="small" variant="outlined" color="warning" label={t("page.conflict")} sx={{ my: 0.5 }} />
          <Line color="warning.main">{t("page.outdated")}</Line>
        </>
      )}
      <Button
        size="small"
        disabled={actions.isBusy}
        aria-label={t("removeOf", { name })}
        onClick={() => void takeOut()}
        sx={{ minHeight: 44, ml: -0.75 }}
      >
        {t("remove")}
      </Button>
    </RecordRow>
  );
}

interface PublishedRecordProps {
  record: ReleaseRecord;
  /** Whether the release can still be undone. */
  isPublished: boolean;
}

/** A record that a release has published, and whether it prevents an undo. */
export function PublishedRecord({ record, isPublished }: PublishedRecordProps) {
  const { kind, version, recordVersion, isChanged } = record;
  const isOther = isPublished && isChanged && recordVersion !== version;
  return (
    <RecordRow to={formPath(keyOf(record))} name={nameOf(record)} kind={tDrafts("list.kind", { kind })}>
      {!isChanged && <Line>{t("page.unchanged")}</Line>}
      {isOther && (
        <Line color="warning.main">
          {t(recordVersion === null ? "page.deletedSince" : "page.changedSince")}
        </Line>
      )}
    </RecordRow>
  );
}

function Line({ color = "text.secondary", children }: { color?: string; children: string }) {
  return (
    <Typography variant="body2" dir="auto" sx={{ color }}>
      {children}
    </Typography>
  );
}
