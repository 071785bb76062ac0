import { Box, Card, Link, Skeleton, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import type { Stats } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import type { Act } from "../identity/permissions";
import { useAccount } from "../identity/useAccount";
import { formatNumber } from "../kit/format";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/overview.gen";
import { stats } from "../resources";
import { useAsk } from "../useAsk";
import { listAt } from "./useTotal";

const COUNTS = [
  { count: "businesses", resource: "businesses", act: "enter" },
  { count: "categories", resource: "categories", act: "manageCategories" },
  { count: "articles", resource: "articles", act: "writeArticles" },
  { count: "guestbookEntries", resource: "guestbook", act: "moderate" },
  { count: "users", resource: "users", act: "manageUsers" },
] as const satisfies readonly { count: keyof Stats; resource: string; act: Act }[];

/**
 * Five counts with links to their lists: of the guide for an admin, of their own for an owner. Refetched each time
 * the screen opens.
 */
export function QuickStats() {
  const ask = useAsk();
  const { may } = useAccount();
  const { data, error, refetch } = useQuery({ queryKey: ["stats"], queryFn: () => ask(stats) });
  if (error) {
    return <LoadFailed title={t("stats.failed")} isInline error={error} onRetry={refetch} />;
  }
  return (
    <Box component="section" aria-labelledby="quick-stats">
      <Typography variant="h2" id="quick-stats" sx={{ mb: 1.5 }}>
        {t("stats.title")}
      </Typography>
      <Card
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gridTemplateColumns: { xs: "repeat(2, 1fr)", sm: "repeat(5, 1fr)" },
          bgcolor: "divider",
          gap: "1px",
        }}
      >
        {COUNTS.map(({ count, resource, act }, index) => (
          <Box
            key={count}
            sx={{
              bgcolor: "background.paper",
              p: 2.5,
              display: "flex",
              flexDirection: "column-reverse",
              gridColumn: { xs: index === 0 ? "1 / -1" : "auto", sm: "auto" },
            }}
          >
            <Typography component="dt" variant="body2" id={`stat-${count}`} sx={{ color: "text.secondary" }}>
              {t(`stats.${count}`)}
            </Typography>
            <Typography component="dd" variant="h1" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {!data ? (
                <Skeleton width={56} />
              ) : may(act) ? (
                <Link
                  component={RouterLink}
                  to={listAt(resource, {})}
                  color="secondary"
                  aria-describedby={`stat-${count}`}
                >
                  {formatNumber(data[count])}
                </Link>
              ) : (
                formatNumber(data[count])
              )}
            </Typography>
          </Box>
        ))}
      </Card>
    </Box>
  );
}
