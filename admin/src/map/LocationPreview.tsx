import { Box, Typography } from "@mui/material";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/map.gen";
import type { LocationMapProps } from "./LocationMap";
import { lazyMap, MapBox } from "./MapBox";

const LocationMap = lazyMap(() => import("./LocationMap"));

interface LocationPreviewProps extends Omit<LocationMapProps, "styleUrl"> {
  /** The name of the record at the point. */
  name: string;
}

/** The map of a preview, in the style of the guide. */
export function LocationPreview({ name, ...map }: LocationPreviewProps) {
  const settings = useSettings();
  return (
    <Box role="region" aria-label={t("of", { name })}>
      <MapBox height={320}>{settings && <LocationMap {...map} styleUrl={settings.mapStyleUrl} />}</MapBox>
      {map.isApproximate && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {t("approximate")}
        </Typography>
      )}
    </Box>
  );
}
