import { Box, Button, Card, Link, Typography } from "@mui/material";
import type { ReleaseItem } from "@karst/client";
import { useState, type ReactNode } from "react";
import { Link as RouterLink, useNavigate } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { NameDialog } from "../form/NameDialog";
import { ago } from "../kit/dates";
import { zoneName } from "../kit/zone";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/releases.gen";
import { nameTexts } from "./nameTexts";
import { releasePath } from "./release";
import { StateChip } from "./StateChip";
import { useCreateRelease } from "./useCreateRelease";
import { useReleases } from "./useReleases";

/** All releases: the open ones by their times, then the others. */
export default function ReleaseList() {
  const zone = useZone();
  const releases = useReleases();
  const { error, isPending, hasNextPage } = releases;
  const all = releases.data?.pages.flatMap(({ data }) => data) ?? [];
  const open = all.filter(({ state }) => state === "open");
  const closed = all.filter(({ state }) => state !== "open");
  return (
    <Page
      title={tLayout("section.releases")}
      lead={t("lead", { zone: zoneName(zone, "") })}
      actions={<NewRelease />}
    >
      {error && (
        <LoadFailed title={t("list.failed")} error={error} onRetry={releases.refetch} sx={{ mb: 2 }} />
      )}
      {isPending && !error && (
        <Card>
          <RowsSkeleton label={t("list.loading")} />
        </Card>
      )}
      {!isPending && !error && all.length === 0 && (
        <Card>
          <Empty title={t("list.nothing")} text={t("list.nothingText")} />
        </Card>
      )}
      {all.length > 0 && (
        <>
          <Part id="open" title={t("list.open")} nothing={t("list.nothingOpen")} releases={open} />
          <Part id="closed" title={t("list.closed")} nothing={t("list.nothingClosed")} releases={closed}>
            {hasNextPage && (
              <Button
                disabled={releases.isFetchingNextPage}
                onClick={() => void releases.fetchNextPage()}
                sx={{ m: 1 }}
              >
                {t("list.more")}
              </Button>
            )}
          </Part>
        </>
      )}
    </Page>
  );
}

function NewRelease() {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, create } = useCreateRelease();
  const navigate = useNavigate();
  const toast = useToast();

  async function add(name: string) {
    const release = await create(name);
    if (!release) return;
    toast.done(t("done.create"));
    void navigate(releasePath(release.id));
  }

  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {t("new")}
      </Button>
      {isOpen && (
        <NameDialog
          {...nameTexts()}
          title={t("new")}
          formName={t("new")}
          yes={t("create")}
          isBusy={isBusy}
          onName={(name) => void add(name)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  nothing: string;
  releases: readonly ReleaseItem[];
  children?: ReactNode;
}

function Part({ id, title, nothing, releases, children }: PartProps) {
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: { xs: 2, md: 0 }, mb: 4 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Card>
        {releases.length === 0 && <Typography sx={{ p: 2, color: "text.secondary" }}>{nothing}</Typography>}
        <Box component="ul" aria-labelledby={id} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {releases.map((release) => (
            <Row key={release.id} release={release} />
          ))}
        </Box>
        {children}
      </Card>
    </Box>
  );
}

function Row({ release }: { release: ReleaseItem }) {
  const { id, name, state, recordCount: count, accountName, updatedAt, problem } = release;
  const time = ago(updatedAt);
  const line = [
    t(state === "open" ? "lines.drafts" : "lines.records", { count }),
    accountName ? t("lines.changedBy", { name: accountName, time }) : t("lines.changed", { time }),
  ];
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, rowGap: 0.5, alignItems: "center" }}>
        <Link
          component={RouterLink}
          to={releasePath(id)}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600, overflowWrap: "anywhere" }}
        >
          <bdi>{name}</bdi>
        </Link>
        <StateChip release={release} />
      </Box>
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
        {line.join(" · ")}
      </Typography>
      {problem && (
        <Typography variant="body2" sx={{ color: "warning.main" }}>
          {t("problem", { code: problem })}
        </Typography>
      )}
    </Box>
  );
}
