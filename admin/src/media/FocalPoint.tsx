import { Box, Slider, Typography } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useController } from "react-hook-form";
import { t } from "../messages/media.gen";
import { fileFor } from "./shape";

/** The focal point, set by a click or by two sliders, with previews of the crops. */
export function FocalPoint({ picture }: { picture: MediaResponse }) {
  const { field: x } = useController({ name: "focalX" });
  const { field: y } = useController({ name: "focalY" });
  const [across, down] = [x.value as number, y.value as number];
  const position = `${across * 100}% ${down * 100}%`;
  const source = fileFor(picture, 640);
  const slider = (field: Pick<typeof x, "value" | "onChange" | "onBlur">, label: string) => (
    <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
      <Typography variant="body2" sx={{ flex: "0 0 9rem" }}>
        {label}
      </Typography>
      <Slider
        value={field.value as number}
        min={0}
        max={1}
        step={0.01}
        aria-label={label}
        getAriaValueText={(part) => t("focalPoint.percent", { percent: Math.round(part * 100) })}
        onChange={(_, part) => field.onChange(part)}
        onBlur={field.onBlur}
      />
    </Box>
  );
  return (
    <Box component="section" aria-label={t("focalPoint.title")}>
      <Box sx={{ position: "relative", display: "inline-block", maxWidth: "100%" }}>
        <Box
          component="img"
          src={source}
          alt=""
          onClick={({ currentTarget, clientX, clientY }) => {
            const frame = currentTarget.getBoundingClientRect();
            const part = (at: number, size: number) =>
              Math.round(Math.min(1, Math.max(0, at / size)) * 100) / 100;
            x.onChange(part(clientX - frame.left, frame.width));
            y.onChange(part(clientY - frame.top, frame.height));
          }}
          sx={{
            display: "block",
            maxWidth: "100%",
            maxHeight: 320,
            borderRadius: "8px",
            cursor: "crosshair",
            bgcolor: picture.color,
          }}
        />
        <Box
          aria-hidden
          sx={{
            position: "absolute",
            left: `${across * 100}%`,
            top: `${down * 100}%`,
            width: 24,
            height: 24,
            transform: "translate(-50%, -50%)",
            borderRadius: "50%",
            border: "3px solid white",
            boxShadow: "0 0 0 2px black",
            pointerEvents: "none",
          }}
        />
      </Box>
      <Typography variant="body2" sx={{ color: "text.secondary", my: 1 }}>
        {t("focalPoint.hint")}
      </Typography>
      {slider(x, t("fields.focalX"))}
      {slider(y, t("fields.focalY"))}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, mt: 1 }}>
        {(
          [
            [t("focalPoint.phone"), "4 / 3", 160],
            [t("focalPoint.desktop"), "2 / 1", 240],
          ] as const
        ).map(([label, aspectRatio, width]) => (
          <Box component="figure" key={label} sx={{ m: 0 }}>
            <Box
              component="img"
              src={source}
              alt=""
              sx={{ width, aspectRatio, objectFit: "cover", objectPosition: position, borderRadius: "8px" }}
            />
            <Typography component="figcaption" variant="caption" sx={{ color: "text.secondary" }}>
              {label}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
