import { Box, Card, Chip, Link, Typography } from "@mui/material";
import type { ImportResponse } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { ago } from "../kit/dates";
import { Page } from "../layout/Page";
import { Empty, LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t } from "../messages/imports.gen";
import { t as tLayout } from "../messages/layout.gen";
import { importPath } from "./shape";
import { UploadFile } from "./UploadFile";
import { useImports } from "./useImports";

/** Imports of places, for admins: the upload, and the imports of the last 30 days. */
export default function ImportList() {
  const { data, error, isPending, refetch } = useImports();
  const imports = data?.data ?? [];
  return (
    <Page title={tLayout("section.imports")} lead={t("lead")}>
      <UploadFile />
      <Typography id="imports" variant="h2" sx={{ mt: 4, mb: 1.5 }}>
        {t("list.title")}
      </Typography>
      {error && <LoadFailed title={t("list.failed")} error={error} onRetry={refetch} />}
      {!error && (
        <Card>
          {isPending && <RowsSkeleton label={t("list.loading")} />}
          {data && imports.length === 0 && <Empty title={t("list.nothing")} text={t("list.nothingText")} />}
          <Box component="ul" aria-labelledby="imports" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {imports.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </Box>
        </Card>
      )}
    </Page>
  );
}

function Row({ of: { id, name, state, rowCount, counts, accountName, createdAt } }: { of: ImportResponse }) {
  const time = ago(createdAt);
  const facts = [
    t("list.rows", { count: rowCount }),
    t("list.changes", { create: counts.create, change: counts.change }),
    accountName ? t("list.by", { name: accountName, time }) : t("list.at", { time }),
  ];
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, rowGap: 0.5, alignItems: "center" }}>
        <Link
          component={RouterLink}
          to={importPath(id)}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 600, overflowWrap: "anywhere" }}
        >
          <bdi>{name}</bdi>
        </Link>
        <Chip size="small" variant="outlined" label={t("state", { state })} />
      </Box>
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary" }}>
        {facts.join(" · ")}
      </Typography>
    </Box>
  );
}
