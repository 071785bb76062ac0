import { Box, Typography } from "@mui/material";
import { useState } from "react";
import { t } from "../messages/form.gen";

/** Whether the typed address is complete enough to load an image. */
export const isShowable = (address: string) => /^(\/(?!\/)|https?:\/\/[^/]+\/)/.test(address);

interface PictureProps {
  address: string;
  /** The color while the image loads. */
  color?: string;
  /** The part that stays visible when the image is cropped. */
  focus?: string;
}

/** The image at an address, cropped like a card, or a message if it cannot be loaded. */
export function Picture({ address, color, focus }: PictureProps) {
  const [broken, setBroken] = useState("");
  if (broken === address || !isShowable(address)) {
    return (
      <Box
        sx={{ aspectRatio: "4 / 3", display: "grid", placeItems: "center", p: 5, bgcolor: "action.hover" }}
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
      loading="lazy"
      draggable={false}
      onError={() => setBroken(address)}
      sx={{
        display: "block",
        width: "100%",
        aspectRatio: "4 / 3",
        objectFit: "cover",
        objectPosition: focus,
        bgcolor: color,
      }}
    />
  );
}
