import { Box, Button, Typography } from "@mui/material";
import type { Release } from "@karst/client";
import { useState } from "react";
import { futureTime, isOutdated, nameOf } from "../drafts/draft";
import { ScheduleDialog } from "../drafts/ScheduleDialog";
import { NameDialog } from "../form/NameDialog";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { t as tDrafts } from "../messages/drafts.gen";
import { t } from "../messages/releases.gen";
import { nameTexts } from "./nameTexts";
import { isTimed } from "./release";
import type { useReleaseActions } from "./useReleaseActions";

type Asked = "publish" | "schedule" | "rename" | "cancel" | "undo" | null;

interface ReleaseButtonsProps {
  release: Release;
  actions: ReturnType<typeof useReleaseActions>;
}

/** The actions of a release. Each asks for a confirmation that lists the changes. */
export function ReleaseButtons({ release, actions }: ReleaseButtonsProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const { name, state, drafts, records } = release;
  const close = () => setAsked(null);

  async function run(action: Promise<boolean>) {
    // The buttons change with the state of the release.
    if (await action) focusMain();
    close();
  }

  if (state === "published")
    return (
      <>
        <Button variant="outlined" disabled={actions.isBusy} onClick={() => setAsked("undo")}>
          {t("undo")}
        </Button>
        <Confirm
          isOpen={asked === "undo"}
          title={t("confirmUndo.title")}
          yes={t("undo")}
          isBusy={actions.isBusy}
          onYes={() => void run(actions.undo())}
          onNo={close}
        >
          <Names
            text={t("confirmUndo.text", { count: records.filter(({ isChanged }) => isChanged).length })}
            records={records.filter(({ isChanged }) => isChanged)}
          />
        </Confirm>
      </>
    );
  if (state !== "open") return null;
  const outdated = drafts.filter((draft) => isOutdated(draft)).length;
  return (
    <>
      <Button disabled={actions.isBusy} onClick={() => setAsked("rename")}>
        {t("rename")}
      </Button>
      <Button disabled={actions.isBusy} onClick={() => setAsked("cancel")}>
        {t("cancel")}
      </Button>
      {isTimed(release) && (
        <Button disabled={actions.isBusy} onClick={() => void run(actions.schedule(null))}>
          {t("cancelSchedule")}
        </Button>
      )}
      {drafts.length > 0 && (
        <>
          <Button disabled={actions.isBusy} onClick={() => setAsked("schedule")}>
            {t(isTimed(release) ? "changeTime" : "publishAt")}
          </Button>
          <Button variant="contained" disabled={actions.isBusy} onClick={() => setAsked("publish")}>
            {t("publishNow")}
          </Button>
        </>
      )}
      <Confirm
        isOpen={asked === "publish"}
        title={t("confirmPublish.title")}
        yes={t("publish")}
        isBusy={actions.isBusy}
        onYes={() => void run(actions.publish())}
        onNo={close}
      >
        {outdated > 0 && (
          <Typography sx={{ color: "warning.main", mb: 1 }}>
            {t("page.conflicts", { count: outdated })}
          </Typography>
        )}
        <Names text={t("confirmPublish.text", { count: drafts.length })} records={drafts} />
      </Confirm>
      <Confirm
        isOpen={asked === "cancel"}
        title={t("confirmCancel.title")}
        yes={t("cancel")}
        no={t("keep")}
        isDestructive
        isBusy={actions.isBusy}
        onYes={() => void run(actions.cancel())}
        onNo={close}
      >
        {t("confirmCancel.text", { count: drafts.length })}
      </Confirm>
      {asked === "schedule" && (
        <ScheduleDialog
          title={t("scheduleTitle")}
          time={futureTime(release)}
          isBusy={actions.isBusy}
          onSchedule={(at) => void run(actions.schedule(at))}
          onClose={close}
        />
      )}
      {asked === "rename" && (
        <NameDialog
          {...nameTexts()}
          title={t("rename")}
          formName={t("rename")}
          yes={t("save")}
          name={name}
          isBusy={actions.isBusy}
          onName={(text) => void run(actions.rename(text))}
          onClose={close}
        />
      )}
    </>
  );
}

type Named = Parameters<typeof nameOf>[0];

/** The records that change, by their names. */
function Names({ text, records }: { text: string; records: readonly Named[] }) {
  return (
    <>
      {text}
      {/* Focusable, so that long lists can be scrolled with the keyboard. */}
      <Box component="ul" tabIndex={0} sx={{ mt: 1, mb: 0, pl: 2.5, maxHeight: 240, overflowY: "auto" }}>
        {records.map((record) => (
          <li key={`${record.kind}/${record.recordId}`}>
            <bdi>{nameOf(record)}</bdi> ({tDrafts("list.kind", { kind: record.kind })})
          </li>
        ))}
      </Box>
    </>
  );
}
