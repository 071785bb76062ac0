import { Box, Button, Link, Typography } from "@mui/material";
import type { DraftItem } from "@karst/client";
import { useState, type ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { useAccount } from "../identity/useAccount";
import { ago } from "../kit/dates";
import { clockIn } from "../kit/zone";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/drafts.gen";
import { t as tReleases } from "../messages/releases.gen";
import { AddToRelease } from "../releases/AddToRelease";
import { formPath, futureTime, goesLiveAt, isOutdated, isScheduled, keyOf, nameOf } from "./draft";
import { InRelease } from "./InRelease";
import { ScheduleDialog } from "./ScheduleDialog";
import { useDraftActions } from "./useDraftActions";

interface RecordRowProps {
  to: string;
  name: string;
  kind: string;
  /** When it goes live. */
  time?: string;
  /** What else is known, and the actions. */
  children?: ReactNode;
}

/** A draft or an article in the list. */
export function RecordRow({ to, name, kind, time, children }: RecordRowProps) {
  const zone = useZone();
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "baseline" }}>
        {time && (
          <Typography
            component="time"
            dateTime={time}
            sx={{ fontWeight: 600, fontVariantNumeric: "tabular-nums" }}
          >
            {clockIn(zone, time).slice(11)}
          </Typography>
        )}
        <Link
          component={RouterLink}
          to={to}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600, overflowWrap: "anywhere" }}
        >
          <bdi>{name}</bdi>
        </Link>
        <Typography variant="body2" component="span" sx={{ color: "text.secondary" }}>
          {kind}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

type Asked = "publish" | "discard" | "schedule" | null;

/** A draft with its actions. */
export function DraftRow({ draft }: { draft: DraftItem }) {
  const [asked, setAsked] = useState<Asked>(null);
  const actions = useDraftActions(draft);
  const { may } = useAccount();
  const { kind, accountName, updatedAt, problem, releaseId } = draft;
  const name = nameOf(draft);
  const to = formPath(keyOf(draft));
  const time = ago(updatedAt);
  const isTimed = isScheduled(draft);
  const close = () => setAsked(null);

  async function run(action: () => Promise<boolean>) {
    // The row moves or goes, and with it the button that had the focus.
    if (await action()) focusMain();
    close();
  }

  const button = (label: string, onClick: () => void) => (
    <Button
      size="small"
      disabled={actions.isBusy}
      aria-label={t("list.actionOf", { action: label, name })}
      onClick={onClick}
      sx={{ minHeight: 44 }}
    >
      {label}
    </Button>
  );

  return (
    <RecordRow to={to} name={name} kind={t("list.kind", { kind })} time={goesLiveAt(draft) ?? undefined}>
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
        {accountName ? t("list.savedBy", { name: accountName, time }) : t("list.saved", { time })}
      </Typography>
      <InRelease draft={draft} />
      {problem && <Mark>{t("problem", { code: problem })}</Mark>}
      {isOutdated(draft) && <Mark>{t("list.outdated")}</Mark>}
      <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.75 }}>
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
      </Box>
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
          // Without a connection, the time stays in the dialog.
          onSchedule={(at) => void actions.schedule(at).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
    </RecordRow>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ color: "warning.main" }}>
      {children}
    </Typography>
  );
}
