import { Typography } from "@mui/material";
import type { ScheduleItem } from "@karst/client";
import { useState } from "react";
import { useAccount } from "../identity/useAccount";
import { ago } from "../kit/dates";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/drafts.gen";
import { t as tReleases } from "../messages/releases.gen";
import { AddToRelease } from "../releases/AddToRelease";
import {
  formPath,
  futureTime,
  goesLiveAt,
  isOutdated,
  isScheduled,
  keyOf,
  nameOf,
  type ListedDraft,
} from "./draft";
import { Mark, RecordRow, RowActions, RowButton } from "./RecordRow";
import { InRelease } from "./InRelease";
import { ScheduleDialog } from "./ScheduleDialog";
import { ScheduledBy } from "./ScheduledRow";
import { useDraftActions } from "./useDraftActions";

type Asked = "publish" | "discard" | "schedule" | null;

interface DraftRowProps {
  draft: ListedDraft;
  /** The scheduled item of the draft, for admins. */
  item?: ScheduleItem;
}

/** A draft with its actions. */
export function DraftRow({ draft, item }: DraftRowProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const actions = useDraftActions(draft);
  const { may } = useAccount();
  const { kind, accountName, updatedAt, problem, releaseId } = draft;
  const name = nameOf(draft);
  const isTimed = isScheduled(draft);
  const close = () => setAsked(null);

  async function run(action: () => Promise<boolean>) {
    // The row moves or disappears, and with it the focused button.
    if (await action()) focusMain();
    close();
  }

  const button = (label: string, onClick: () => void) => (
    <RowButton {...{ label, name, onClick }} isBusy={actions.isBusy} />
  );
  const time = updatedAt && ago(updatedAt);
  return (
    <RecordRow
      to={formPath(keyOf(draft))}
      name={name}
      kind={item ? t("list.changesOf", { kind }) : t("list.kind", { kind })}
      time={goesLiveAt(draft) ?? undefined}
    >
      {item && <ScheduledBy item={item} />}
      {time && (
        <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
          {accountName ? t("list.savedBy", { name: accountName, time }) : t("list.saved", { time })}
        </Typography>
      )}
      <InRelease draft={draft} />
      {problem && <Mark>{t("problem", { code: problem })}</Mark>}
      {isOutdated(draft) && <Mark>{t("list.outdated")}</Mark>}
      <RowActions>
        {!isOutdated(draft) && (
          <>
            {button(t("publishNow"), () => setAsked("publish"))}
            {releaseId === null &&
              button(t(isTimed ? "changeTime" : "publishAt"), () => setAsked("schedule"))}
          </>
        )}
        {isTimed && button(t("cancelSchedule"), () => void run(() => actions.schedule(null)))}
        {may("manageReleases") && releaseId === null && !isTimed && (
          <AddToRelease
            draft={draft}
            size="small"
            sx={{ minHeight: 44 }}
            aria-label={t("list.actionOf", { action: tReleases("add"), name })}
          />
        )}
        {button(t("discard"), () => setAsked("discard"))}
      </RowActions>
      <Confirm
        isOpen={asked === "publish"}
        title={t("confirmPublish.title")}
        yes={t("publish")}
        isBusy={actions.isBusy}
        onYes={() => void run(actions.publish)}
        onNo={close}
      >
        {t("confirmPublish.text", { name })}
      </Confirm>
      <Confirm
        isOpen={asked === "discard"}
        title={t("confirmDiscard.title")}
        yes={t("discard")}
        isDestructive
        isBusy={actions.isBusy}
        onYes={() => void run(actions.discard)}
        onNo={close}
      >
        {t("confirmDiscard.text", { name })}
      </Confirm>
      {asked === "schedule" && (
        <ScheduleDialog
          time={futureTime(draft)}
          isBusy={actions.isBusy}
          // Without a connection, the dialog stays open with the time.
          onSchedule={(at) => void actions.schedule(at).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
    </RecordRow>
  );
}
