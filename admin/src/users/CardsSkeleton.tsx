import { Box, Skeleton, Typography } from "@mui/material";
import { t } from "../messages/users.gen";

/** Placeholders in the shape of user cards. */
export function CardsSkeleton() {
  return (
    <Box sx={{ p: 2 }}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 2 }}>
        {t("loading")}
      </Typography>
      <Box
        aria-hidden
        sx={{
          display: "grid",
          gap: 1.5,
          gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 340px), 1fr))",
        }}
      >
        {Array.from({ length: 6 }, (_, card) => (
          <Box
            key={card}
            sx={{
              display: "flex",
              gap: 1.5,
              p: 2,
              height: 200,
              border: 1,
              borderColor: "divider",
              borderRadius: "14px",
            }}
          >
            <Skeleton variant="rounded" width={44} height={44} sx={{ flexShrink: 0 }} />
            <Box sx={{ flexGrow: 1 }}>
              <Skeleton width={`${64 - (card % 3) * 14}%`} height={28} />
              <Skeleton width={`${80 - (card % 2) * 16}%`} />
              <Skeleton variant="rounded" width={72} height={24} sx={{ borderRadius: 12, mt: 1 }} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
