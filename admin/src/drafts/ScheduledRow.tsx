import { Typography } from "@mui/material";
import type { ScheduleItem } from "@karst/client";
import { useState } from "react";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/drafts.gen";
import { releasePath } from "../releases/release";
import { formPath, keyOf } from "./draft";
import { Mark, RecordRow, RowActions, RowButton } from "./RecordRow";
import { ScheduleDialog } from "./ScheduleDialog";
import { useScheduled } from "./useScheduled";

/** A place or an article that is published or unpublished at a time, with its actions. */
export function ScheduledRow({ item }: { item: ScheduleItem }) {
  const [isMoving, setMoving] = useState(false);
  const { isBusy, move, cancel } = useScheduled(item);
  const { action, kind, name, time } = item;
  const isUnpublished = action === "unpublish";

  async function run(isDone: Promise<boolean>) {
    if (!(await isDone)) return;
    // The row moves or disappears, and with it the focused button.
    focusMain();
    setMoving(false);
  }

  const button = (label: string, onClick: () => void) => <RowButton {...{ label, name, isBusy, onClick }} />;
  return (
    <RecordRow
      to={formPath(keyOf(item))}
      name={name}
      kind={isUnpublished ? t("list.unpublished", { kind }) : t("list.newArticle")}
      time={time}
    >
      <ScheduledBy item={item} />
      <RowActions>
        {button(t("changeTime"), () => setMoving(true))}
        {button(t(isUnpublished ? "cancelUnpublish" : "cancelPublication"), () => void run(cancel()))}
      </RowActions>
      {isMoving && (
        <ScheduleDialog
          title={t("schedule.titleOf", { action, name })}
          time={time}
          isBusy={isBusy}
          // Without a connection, the dialog stays open with the time.
          onSchedule={(at) => void run(move(at))}
          onClose={() => setMoving(false)}
        />
      )}
    </RecordRow>
  );
}

/** A scheduled release. It is rescheduled and canceled on its own page. */
export function ScheduledRelease({ item }: { item: ScheduleItem }) {
  const { recordId, name, time } = item;
  return (
    <RecordRow to={releasePath(Number(recordId))} name={name} kind={t("list.release")} time={time}>
      <ScheduledBy item={item} />
    </RecordRow>
  );
}

/** The account that scheduled the item. A draft is published with the rights of that account, so it must be active. */
export function ScheduledBy({ item }: { item: ScheduleItem }) {
  const { action, accountId, accountName: name, isAccountActive } = item;
  const isDraft = action === "publish_draft" || action === "publish_release";
  return (
    <>
      {name && (
        <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
          {t("list.scheduledBy", { name })}
        </Typography>
      )}
      {name && !isAccountActive && <Mark>{t("list.inactive", { name, isDraft: String(isDraft) })}</Mark>}
      {!name && accountId && isDraft && <Mark>{t("list.accountDeleted")}</Mark>}
    </>
  );
}
