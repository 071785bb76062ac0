import ArrowBack from "@mui/icons-material/ArrowBack";
import { Alert, Button, Card } from "@mui/material";
import type { Release } from "@karst/client";
import { HttpError } from "react-admin";
import { Link, useParams } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { NotFound } from "../layout/NotFound";
import { Page } from "../layout/Page";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/releases.gen";
import { isTimed } from "./release";
import { ReleaseButtons } from "./ReleaseButtons";
import { DraftOfRelease, PublishedRecord, Rows } from "./ReleaseRows";
import { Refused } from "./Refused";
import { StateChip } from "./StateChip";
import { useRelease } from "./useReleases";
import { useReleaseActions } from "./useReleaseActions";

/** One release: its drafts or what it published, and its actions. */
export default function ReleasePage() {
  const id = Number(useParams().id);
  const { data, error, isPending, refetch } = useRelease(id);
  if (data) return <Shown key={id} release={data} />;
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <Page title={tLayout("section.releases")} before={<Back />}>
      {error && <LoadFailed title={t("page.failed")} error={error} onRetry={refetch} />}
      {isPending && (
        <Card>
          <RowsSkeleton label={t("page.loading")} />
        </Card>
      )}
    </Page>
  );
}

function Shown({ release }: { release: Release }) {
  const zone = useZone();
  const actions = useReleaseActions(release);
  const { name, state, drafts, records, problem, publishAt, publishedAt } = release;
  const isOpen = state === "open";
  const lead = [
    isTimed(release) && t("lines.goesLive", { time: dateIn(zone, publishAt!) }),
    isOpen && publishAt === null && t("lines.noTime"),
    publishedAt !== null && t("lines.published", { time: dateIn(zone, publishedAt) }),
    isOpen ? t("lines.drafts", { count: drafts.length }) : t("lines.records", { count: records.length }),
  ].filter((line) => line !== false);
  return (
    <Page
      title={name}
      lead={lead.join(" · ")}
      before={<Back />}
      beside={<StateChip release={release} />}
      actions={<ReleaseButtons release={release} actions={actions} />}
    >
      {problem && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t("problem", { code: problem })}
        </Alert>
      )}
      {actions.refusal && <Refused refusal={actions.refusal} />}
      <Card>
        {isOpen && drafts.length === 0 && <Empty title={t("page.nothing")} text={t("page.nothingText")} />}
        <Rows label={t(isOpen ? "page.drafts" : "page.records")}>
          {isOpen
            ? drafts.map((draft) => (
                <DraftOfRelease key={`${draft.kind}/${draft.recordId}`} draft={draft} actions={actions} />
              ))
            : records.map((record) => (
                <PublishedRecord
                  key={`${record.kind}/${record.recordId}`}
                  record={record}
                  isPublished={state === "published"}
                />
              ))}
        </Rows>
      </Card>
    </Page>
  );
}

function Back() {
  return (
    <Button
      component={Link}
      to="/releases"
      size="small"
      startIcon={<ArrowBack aria-hidden />}
      sx={{ ml: -1, mb: 1, color: "text.secondary" }}
    >
      {t("page.back")}
    </Button>
  );
}
