import { Alert, Box, Button } from "@mui/material";
import { lazy, Suspense, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useZone } from "../audit/useZone";
import type { RecordForm } from "../form/useRecordForm";
import { useAccount } from "../identity/useAccount";
import { dateIn } from "../kit/zone";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { t } from "../messages/drafts.gen";
import { AddToRelease } from "../releases/AddToRelease";
import { t as tPreview } from "../messages/preview.gen";
import { isScheduled, nameOf } from "./draft";
import { InRelease } from "./InRelease";
import { ScheduleButton } from "./ScheduleButton";
import type { Drafting } from "./drafting";
import { useListedDraft } from "./useDrafts";

const Comparison = lazy(() => import("./DraftComparison"));
const ShareDialog = lazy(() => import("../preview/ShareDialog"));

/** The banner above a form that shows a draft: when the draft goes live, and its actions. */
export function DraftBanner<Values extends FieldValues>({ state }: { state: RecordForm<Values> }) {
  const { drafting } = state;
  const [isDiscarding, setDiscarding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!drafting?.draft) return null;

  async function discard({ discard }: Drafting) {
    setBusy(true);
    const isDone = await discard();
    setBusy(false);
    setDiscarding(false);
    if (!isDone) return;
    // Unsaved changes are discarded with the draft.
    state.form.reset();
    // The banner disappears, and with it the focused button.
    focusMain();
  }

  return (
    <>
      <Banner
        drafting={drafting}
        draft={drafting.draft}
        state={state}
        onDiscard={() => setDiscarding(true)}
      />
      <Confirm
        isOpen={isDiscarding}
        title={t("confirmDiscard.title")}
        yes={t("discard")}
        isDestructive
        isBusy={isBusy}
        onYes={() => void discard(drafting)}
        onNo={() => setDiscarding(false)}
      >
        {t("confirmDiscard.text", { name: nameOf(drafting.draft) })}
      </Confirm>
    </>
  );
}

interface BannerProps<Values extends FieldValues> {
  drafting: Drafting;
  draft: NonNullable<Drafting["draft"]>;
  state: RecordForm<Values>;
  onDiscard: () => void;
}

function Banner<Values extends FieldValues>({ drafting, draft, state, onDiscard }: BannerProps<Values>) {
  const zone = useZone();
  const { may } = useAccount();
  const [isComparing, setComparing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const { record, isPublic, isOutdated } = drafting;
  const isTimed = isScheduled(draft);

  async function cancel() {
    const outcome = await state.send((body) => drafting.save(body, null), false);
    // The button disappears.
    if (outcome?.isSaved) focusMain();
  }

  const listed = useListedDraft({ key: drafting.key, draft }) ?? draft;
  const lines = [
    t("banner.text", { isPublic: String(isPublic), time: dateIn(zone, record.updatedAt) }),
    isTimed && t("banner.goesLive", { time: dateIn(zone, draft.publishAt!) }),
    draft.version === 0 && t("banner.unsaved"),
    draft.problem !== null && t("problem", { code: draft.problem }),
    isOutdated && t("banner.outdated"),
  ].filter((line) => line !== false);
  const isWarning = isOutdated || draft.problem !== null || draft.version === 0;
  return (
    <Alert severity={isWarning ? "warning" : "info"} role="status" sx={{ m: { xs: 1, md: 2 } }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <InRelease draft={listed} />
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, ml: -1 }}>
        {isOutdated && (
          <Button color="inherit" onClick={() => void state.send((body) => drafting.merge(body), false)}>
            {t("merge")}
          </Button>
        )}
        <Button color="inherit" onClick={() => setComparing(true)}>
          {t("compare")}
        </Button>
        {draft.version > 0 && (
          <Button color="inherit" onClick={() => setSharing(true)}>
            {tPreview("share.open")}
          </Button>
        )}
        {isTimed && (
          <>
            <ScheduleButton state={state} drafting={drafting} color="inherit" />
            <Button color="inherit" onClick={() => void cancel()}>
              {t("cancelSchedule")}
            </Button>
          </>
        )}
        {may("manageReleases") && listed.releaseId === null && !isTimed && draft.version > 0 && (
          <AddToRelease draft={draft} isDirty={state.isDirty} color="inherit" />
        )}
        <Button color="inherit" onClick={onDiscard}>
          {t("discard")}
        </Button>
      </Box>
      {isComparing && (
        <Suspense>
          <Comparison drafting={drafting} draft={draft} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog draft={draft} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Alert>
  );
}
