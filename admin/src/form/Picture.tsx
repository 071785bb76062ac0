import { Box, Typography } from "@mui/material";
import { useState } from "react";
import { t } from "../messages/form.gen";

/** Whether a picture can be shown at all from what was typed so far. */
export const isShowable = (address: string) => /^(\/(?!\/)|https?:\/\/[^/]+\/)/.test(address);

/** What a typed address shows, or that it shows nothing. */
export function Picture({ address, isLarge }: { address: string; isLarge: boolean }) {
  const [isBroken, setBroken] = useState(false);
  const size = isLarge ? { width: 240, height: 160 } : { width: 96, height: 72 };
  if (isBroken) {
    return (
      <Box
        sx={{
          ...size,
          borderRadius: "8px",
          border: 1,
          borderStyle: "dashed",
          borderColor: "divider",
          display: "grid",
          placeItems: "center",
          p: 1,
        }}
      >
        <Typography variant="caption" sx={{ color: "text.secondary", textAlign: "center" }}>
          {t("brokenImage")}
        </Typography>
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={address}
      alt=""
      onError={() => setBroken(true)}
      sx={{ ...size, objectFit: "cover", borderRadius: "8px", display: "block" }}
    />
  );
}
