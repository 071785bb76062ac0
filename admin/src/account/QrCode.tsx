import { Box } from "@mui/material";
import tokens from "@karst/web/tokens.json";
import { encode } from "uqr";

const SIDE_PX = 200;

/** `text` as a QR code, generated here so that the secret is not sent anywhere. Dark on light in both themes, for cameras. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIDE_PX}
      height={SIDE_PX}
      shapeRendering="crispEdges"
      sx={{ display: "block", borderRadius: "12px", border: 1, borderColor: "divider", flexShrink: 0 }}
    >
      <path fill={tokens.light["color-surface"]} d={`M0 0h${size}v${size}H0z`} />
      <path fill={tokens.light["color-text"]} d={squares.join("")} />
    </Box>
  );
}
