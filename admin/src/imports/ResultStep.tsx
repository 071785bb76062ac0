import { Alert, AlertTitle, Box, Button, Card, Checkbox, FormControlLabel, Typography } from "@mui/material";
import type { ImportResponse } from "@karst/client";
import { useState } from "react";
import { longDate } from "../kit/dates";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { CountTabs } from "../list/CountTabs";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t } from "../messages/imports.gen";
import { ImportRowItem } from "./ImportRowItem";
import { firstTab, obstacle, TABS, type Tab } from "./shape";
import { useImportRows } from "./useImports";
import type { ImportActions } from "./useImportActions";

interface ResultStepProps {
  of: ImportResponse;
  actions: ImportActions;
}

const PANEL = "import-rows";

/** The rows of an import by action, and the buttons that apply or undo the import. */
export function ResultStep({ of, actions }: ResultStepProps) {
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tab = chosen ?? firstTab(of);
  return (
    <>
      {of.problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          <AlertTitle>{t("problem.title")}</AlertTitle>
          {of.problem.row === null
            ? of.problem.message
            : t("problem.row", { row: of.problem.row, message: of.problem.message })}
        </Alert>
      )}
      {of.leftAloneCount > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t("leftAlone", { count: of.leftAloneCount })}
        </Alert>
      )}
      <Card sx={{ mb: 3, overflow: "clip" }}>
        <CountTabs
          label={t("tabs.label")}
          tabs={Object.fromEntries(TABS.map((one) => [one, t(`tabs.${one}`)])) as Record<Tab, string>}
          counts={of.counts}
          value={tab}
          onChange={setChosen}
          panel={PANEL}
        />
        <Box role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`}>
          {tab === "duplicate" && of.counts.duplicate > 1 && of.state === "ready" && (
            <Remaining actions={actions} />
          )}
          <Rows key={tab} of={of} tab={tab} actions={actions} />
        </Box>
      </Card>
      {of.state === "applied" ? (
        <Undo of={of} actions={actions} />
      ) : (
        of.state === "ready" && <Apply of={of} actions={actions} />
      )}
    </>
  );
}

function Rows({ of, tab, actions }: ResultStepProps & { tab: Tab }) {
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage, refetch } = useImportRows(of, tab);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  if (error) return <LoadFailed title={t("rows.failed")} error={error} onRetry={refetch} sx={{ m: 2 }} />;
  if (isPending) return <RowsSkeleton label={t("rows.loading")} />;
  if (rows.length === 0) return <Empty title={t("rows.nothing")} text={t(`rows.nothingText.${tab}`)} />;
  return (
    <>
      <Box component="ul" aria-label={t(`tabs.${tab}`)} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.map((row) => (
          <ImportRowItem key={row.number} row={row} isOpen={of.state === "ready"} actions={actions} />
        ))}
      </Box>
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()} sx={{ m: 1, minHeight: 44 }}>
          {t("rows.more")}
        </Button>
      )}
    </>
  );
}

/** Decides about all rows that wait for a decision. */
function Remaining({ actions }: { actions: ImportActions }) {
  return (
    <Box role="group" aria-label={t("decide.all")} sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 1 }}>
      {(["link", "create", "skip"] as const).map((remaining) => (
        <Button
          key={remaining}
          variant="outlined"
          disabled={actions.isBusy}
          onClick={() => void actions.decide({ remaining })}
        >
          {t(`decide.remaining.${remaining}`)}
        </Button>
      ))}
    </Box>
  );
}

function Apply({ of, actions }: ResultStepProps) {
  const [isAsked, setAsked] = useState(false);
  const [publishes, setPublishes] = useState(false);
  const reason = obstacle(of);
  const { create, change } = of.counts;

  async function apply() {
    if (await actions.apply(publishes)) focusMain();
    setAsked(false);
  }

  return (
    <Box>
      {create > 0 && (
        <FormControlLabel
          label={t("apply.publishes")}
          control={<Checkbox checked={publishes} onChange={(_, checked) => setPublishes(checked)} />}
          sx={{ display: "flex", minHeight: 44 }}
        />
      )}
      <Button
        variant="contained"
        disabled={reason !== null || actions.isBusy}
        aria-describedby="apply-reason"
        onClick={() => setAsked(true)}
      >
        {t("apply.button")}
      </Button>
      <Typography id="apply-reason" variant="body2" sx={{ color: "text.secondary", mt: 1 }}>
        {reason === null ? t("apply.hint") : t(`apply.obstacle.${reason}`)}
      </Typography>
      <Confirm
        isOpen={isAsked}
        title={t("confirmApply.title")}
        yes={t("apply.button")}
        isBusy={actions.isBusy}
        onYes={() => void apply()}
        onNo={() => setAsked(false)}
      >
        {t("confirmApply.text", { create, change, publishes: String(publishes) })}
      </Confirm>
    </Box>
  );
}

function Undo({ of, actions }: ResultStepProps) {
  const [isAsked, setAsked] = useState(false);

  async function undo() {
    if (await actions.undo()) focusMain();
    setAsked(false);
  }

  if (of.canUndoUntil === null) return <Typography>{t("undo.expired")}</Typography>;
  return (
    <Box>
      <Button variant="outlined" disabled={actions.isBusy} onClick={() => setAsked(true)}>
        {t("undo.button")}
      </Button>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 1 }}>
        {t("undo.until", { time: longDate(of.canUndoUntil) })}
      </Typography>
      <Confirm
        isOpen={isAsked}
        title={t("confirmUndo.title")}
        yes={t("undo.button")}
        isBusy={actions.isBusy}
        onYes={() => void undo()}
        onNo={() => setAsked(false)}
      >
        {t("confirmUndo.text", { create: of.counts.create, change: of.counts.change })}
      </Confirm>
    </Box>
  );
}
