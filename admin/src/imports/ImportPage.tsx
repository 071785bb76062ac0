import ArrowBack from "@mui/icons-material/ArrowBack";
import {
  Box,
  Button,
  Card,
  Chip,
  LinearProgress,
  Step,
  StepButton,
  Stepper,
  Typography,
} from "@mui/material";
import type { ImportResponse } from "@karst/client";
import { useEffect, useState } from "react";
import { HttpError } from "react-admin";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { Confirm } from "../layout/Confirm";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t } from "../messages/imports.gen";
import { t as tLayout } from "../messages/layout.gen";
import { useRenew } from "../useRenew";
import { MappingStep } from "./MappingStep";
import { ResultStep } from "./ResultStep";
import { isBusy } from "./shape";
import { useImport } from "./useImports";
import { useImportActions, type ImportActions } from "./useImportActions";

/** One import: its columns, and the actions of its rows. */
export default function ImportPage() {
  const id = Number(useParams().id);
  const { data, error, isPending, refetch } = useImport(id);
  if (data) return <Shown key={id} of={data} />;
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <Page title={tLayout("section.imports")} before={<Back />}>
      {error && <LoadFailed title={t("page.failed")} error={error} onRetry={refetch} />}
      {isPending && (
        <Card>
          <RowsSkeleton label={t("page.loading")} />
        </Card>
      )}
    </Page>
  );
}

function Shown({ of }: { of: ImportResponse }) {
  const actions = useImportActions(of);
  const [params, setParams] = useSearchParams();
  const { name, state, format, encoding, rowCount } = of;
  // The columns of an applied import can no longer be changed.
  const isOpen = state === "ready" || state === "checking" || state === "loading";
  const isResult = !isOpen || params.get("step") === "result";
  const goTo = (step: "columns" | "result") =>
    setParams(step === "result" ? { step } : {}, { replace: true });
  useRenewPlaces(of);
  return (
    <Page
      title={name}
      lead={[t("page.format", { format, encoding }), t("list.rows", { count: rowCount })].join(" · ")}
      before={<Back />}
      beside={<Chip size="small" variant="outlined" label={t("state", { state })} />}
      actions={<DeleteImport of={of} actions={actions} />}
    >
      <Steps active={isResult ? 2 : 1} isOpen={isOpen} onStep={goTo} />
      {isBusy(of) ? (
        <Progress of={of} />
      ) : isResult ? (
        <ResultStep of={of} actions={actions} />
      ) : (
        <MappingStep key={of.version} of={of} actions={actions} onDone={() => goTo("result")} />
      )}
    </Page>
  );
}

/** Lists of places show what the import has changed. */
function useRenewPlaces({ state }: ImportResponse) {
  const renew = useRenew();
  useEffect(() => {
    if (state === "applied" || state === "undone") void renew(["businesses"]);
  }, [state, renew]);
}

interface StepsProps {
  active: number;
  isOpen: boolean;
  onStep: (step: "columns" | "result") => void;
}

function Steps({ active, isOpen, onStep }: StepsProps) {
  return (
    <Stepper nonLinear alternativeLabel activeStep={active} sx={{ mb: 3, maxWidth: 640 }}>
      <Step completed disabled>
        <StepButton>{t("steps.upload")}</StepButton>
      </Step>
      <Step completed={active > 1} disabled={!isOpen}>
        <StepButton onClick={() => onStep("columns")}>{t("steps.columns")}</StepButton>
      </Step>
      <Step>
        <StepButton onClick={() => onStep("result")}>{t("steps.result")}</StepButton>
      </Step>
    </Stepper>
  );
}

function Progress({ of: { state, doneCount, totalCount } }: { of: ImportResponse }) {
  const share = totalCount > 0 ? Math.min(100, (doneCount / totalCount) * 100) : 0;
  return (
    <Card sx={{ p: 3 }}>
      <Typography role="status" sx={{ mb: 1.5 }}>
        {t("progress", { state, done: Math.min(doneCount, totalCount), total: totalCount })}
      </Typography>
      <LinearProgress variant="determinate" value={share} aria-label={t("state", { state })} />
    </Card>
  );
}

function DeleteImport({ of, actions }: { of: ImportResponse; actions: ImportActions }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();

  async function remove() {
    if (await actions.remove()) void navigate("/imports");
    else setAsked(false);
  }

  const isWorking = of.state === "applying" || of.state === "reverting" || of.state === "undoing";
  return (
    <>
      <Button color="error" disabled={actions.isBusy || isWorking} onClick={() => setAsked(true)}>
        {t("page.delete")}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={t("confirmDelete.title")}
        yes={t("page.delete")}
        isDestructive
        isBusy={actions.isBusy}
        onYes={() => void remove()}
        onNo={() => setAsked(false)}
      >
        {t("confirmDelete.text", { state: of.state })}
      </Confirm>
    </>
  );
}

function Back() {
  return (
    <Box>
      <Button
        component={Link}
        to="/imports"
        size="small"
        startIcon={<ArrowBack aria-hidden />}
        sx={{ ml: -1, mb: 1, color: "text.secondary" }}
      >
        {tLayout("section.imports")}
      </Button>
    </Box>
  );
}
