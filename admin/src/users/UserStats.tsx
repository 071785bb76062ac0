import AdminPanelSettingsOutlined from "@mui/icons-material/AdminPanelSettingsOutlined";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import { Box, Card, Skeleton, Typography } from "@mui/material";
import { formatNumber } from "../kit/format";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/users.gen";
import { useCounts } from "./useCounts";

const CARDS = [
  { count: "total", Icon: GroupOutlined },
  { count: "admins", Icon: AdminPanelSettingsOutlined },
  { count: "businessOwners", Icon: StorefrontOutlined },
  { count: "viewers", Icon: PersonOutlined },
] as const;

/** Four cards: the number of all users, and of each role. */
export function UserStats() {
  const { data, error, refetch } = useCounts();
  if (error) {
    return <LoadFailed title={t("failed.counts")} isInline error={error} onRetry={refetch} />;
  }
  return (
    <Box
      component="dl"
      aria-label={t("counts.title")}
      sx={{
        m: 0,
        display: "grid",
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: "repeat(2, 1fr)", md: "repeat(4, 1fr)" },
      }}
    >
      {CARDS.map(({ count, Icon }) => (
        <Card
          key={count}
          sx={{
            p: { xs: 1.5, sm: 2 },
            display: "grid",
            gridTemplateColumns: "minmax(0, 1fr) auto",
            alignItems: "center",
            columnGap: 1,
          }}
        >
          <Typography
            component="dt"
            variant="body2"
            sx={{
              color: "text.secondary",
              display: "flex",
              alignItems: "center",
              gap: 1,
              overflowWrap: "anywhere",
            }}
          >
            <Icon aria-hidden fontSize="small" sx={{ display: { xs: "none", sm: "block" } }} />
            {t(`counts.${count}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
            {data ? formatNumber(data[count]) : <Skeleton width={32} />}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
