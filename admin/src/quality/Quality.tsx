import { Box, Button, Card, Typography } from "@mui/material";
import type { QualityCount } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { formatNumber } from "../kit/format";
import { Page } from "../layout/Page";
import { LoadFailed, RowsSkeleton } from "../list/ListStates";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/quality.gen";
import { DeadLinks } from "./DeadLinks";
import { Duplicates } from "./Duplicates";
import { pathOf, sectionOf } from "./shape";
import { SilentOwners } from "./SilentOwners";
import { useCounts } from "./useQuality";

/**
 * Missing and wrong data of the guide, for admins: counts with links to lists, likely duplicates, dead links, and silent
 * owners.
 */
export default function Quality() {
  const { data, error, isPending, refetch } = useCounts();
  return (
    <Page title={tLayout("section.quality")} lead={t("lead")}>
      {error && <LoadFailed title={t("failed")} isInline error={error} onRetry={refetch} />}
      {!error && (
        <Card>
          {isPending && <RowsSkeleton label={t("loading")} />}
          <Box component="ul" aria-label={t("counts")} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {data?.map((count) => (
              <Row key={count.key} of={count} />
            ))}
          </Box>
        </Card>
      )}
      <Duplicates />
      <DeadLinks />
      <SilentOwners />
    </Page>
  );
}

function Row({ of }: { of: QualityCount }) {
  const label = t(`key.${of.key}`);
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 2,
        px: 2,
        py: 0.5,
        minHeight: 52,
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Typography sx={{ flexGrow: 1 }}>{label}</Typography>
      <Typography
        sx={{
          fontWeight: 600,
          fontVariantNumeric: "tabular-nums",
          color: of.count ? "text.primary" : "text.secondary",
        }}
      >
        {formatNumber(of.count)}
      </Typography>
      <Box sx={{ width: { xs: 96, sm: 120 }, flexShrink: 0, textAlign: "end" }}>
        {of.count > 0 && <OpenList of={of} label={label} />}
      </Box>
    </Box>
  );
}

function OpenList({ of, label }: { of: QualityCount; label: string }) {
  const section = sectionOf(of);
  const name = { "aria-label": t("openOf", { label }), sx: { minHeight: 44, px: 1 } };
  if (section)
    return (
      <Button {...name} onClick={() => document.getElementById(section)?.focus()}>
        {t("open")}
      </Button>
    );
  return (
    <Button {...name} component={RouterLink} to={pathOf(of)}>
      {t("open")}
    </Button>
  );
}
