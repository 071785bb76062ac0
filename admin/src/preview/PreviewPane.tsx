import Close from "@mui/icons-material/Close";
import { Alert, Box, Button, IconButton, ToggleButton, ToggleButtonGroup, Typography } from "@mui/material";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { Drafting } from "../drafts/drafting";
import type { RecordForm } from "../form/useRecordForm";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/preview.gen";
import { useFrames } from "./useFrames";
import { useSize } from "./useSize";
import { usePreview } from "./usePreview";

/** The widths of the page, in pixels. */
const WIDTHS = { phone: 390, desktop: 1280 };

interface PreviewPaneProps {
  state: RecordForm<FieldValues>;
  drafting: Drafting;
  /** Moves the focus to the field of a part of the page. */
  onField: (field: string) => void;
  onClose: () => void;
}

/** The page of a record in the site with the draft of the form, which is saved after each pause in typing. */
export default function PreviewPane({ state, drafting, onField, onClose }: PreviewPaneProps) {
  const { url, version, isUnsaved, hasFailed, begin, retry } = usePreview(state, drafting);
  const [size, setSize] = useState<keyof typeof WIDTHS>("phone");
  return (
    <Box
      component="section"
      aria-labelledby="site-preview-title"
      sx={{ display: "flex", flexDirection: "column", height: "100%", bgcolor: "background.paper" }}
    >
      <Box sx={headSx}>
        <Typography id="site-preview-title" variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {t("title")}
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={size}
          aria-label={t("width.label")}
          onChange={(_, selected: keyof typeof WIDTHS | null) => selected && setSize(selected)}
        >
          <ToggleButton value="phone">{t("width.phone")}</ToggleButton>
          <ToggleButton value="desktop">{t("width.desktop")}</ToggleButton>
        </ToggleButtonGroup>
        <IconButton aria-label={tCommon("close")} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      {isUnsaved && <Alert severity="warning">{t("unsaved")}</Alert>}
      {!drafting.draft && (
        <Alert severity="info" action={<Button onClick={begin}>{t("begin")}</Button>}>
          {t("needsDraft")}
        </Alert>
      )}
      {hasFailed && (
        <Alert severity="error" action={<Button onClick={retry}>{tCommon("tryAgain")}</Button>}>
          {t("failed")}
        </Alert>
      )}
      {url && <Frame {...{ url, version, onField, retry }} width={WIDTHS[size]} />}
    </Box>
  );
}

interface FrameProps {
  url: string;
  version: number;
  width: number;
  onField: (field: string) => void;
  retry: () => void;
}

/** The page at its width, scaled down to the space that there is. */
function Frame({ url, version, width, onField, retry }: FrameProps) {
  const { frames, front, isShown, hasFailed } = useFrames(url, version, onField);
  const [space, box] = useSize();
  const scale = Math.min(1, space.width / width);
  return (
    <>
      <Typography
        role="status"
        variant="caption"
        sx={{ px: 2, py: 0.5, minHeight: 28, color: hasFailed ? "error.main" : "text.secondary" }}
      >
        {t(hasFailed ? "failed" : isShown ? "shown" : "loading")}
        {hasFailed && (
          <Button size="small" onClick={retry}>
            {tCommon("tryAgain")}
          </Button>
        )}
      </Typography>
      <Box ref={box} sx={{ flex: 1, minHeight: 0, overflow: "hidden", bgcolor: "background.default" }}>
        <Box sx={{ position: "relative", width: width * scale, height: "100%", mx: "auto" }}>
          {frames.map((frame, index) => (
            <iframe
              key={index}
              ref={frame}
              title={index === front ? t("frame") : undefined}
              // Without `allow-same-origin`, the page cannot reach the console or its session.
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
              style={{
                position: "absolute",
                visibility: index === front ? "visible" : "hidden",
                width,
                height: space.height / (scale || 1),
                border: 0,
                transform: `scale(${scale})`,
                transformOrigin: "0 0",
              }}
            />
          ))}
        </Box>
      </Box>
    </>
  );
}

const headSx = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1,
  px: 2,
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
};
