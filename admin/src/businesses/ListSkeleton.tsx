import { Box, Skeleton, Stack, Typography } from "@mui/material";
import { texts } from "../texts";

/** Rows in the shape of what comes, under the words that say so. */
export function ListSkeleton() {
  return (
    <Box sx={{ p: 2 }}>
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mb: 1 }}>
        {texts.businesses.loading}
      </Typography>
      {Array.from({ length: 8 }, (_, row) => (
        <Stack key={row} direction="row" spacing={1.5} aria-hidden sx={{ alignItems: "center", py: 1.25 }}>
          <Skeleton variant="rounded" width={44} height={44} />
          <Box sx={{ flexGrow: 1 }}>
            <Skeleton width={`${58 - (row % 3) * 12}%`} />
            <Skeleton width={`${34 - (row % 2) * 8}%`} />
          </Box>
          <Skeleton variant="rounded" width={72} height={24} sx={{ borderRadius: 12 }} />
        </Stack>
      ))}
    </Box>
  );
}
