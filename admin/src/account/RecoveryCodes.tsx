import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { download } from "@karst/web/download";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { CopyButton } from "./CopyButton";
import { words } from "./words";

const { codes: said } = words;

/** The ten codes, which the server has forgotten already: whoever leaves without them is asked first. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const areKept = useRef(false);
  const text = `${codes.join("\n")}\n`;
  useEffect(() => title.current?.focus(), []);
  return (
    <Box>
      <Typography ref={title} component="h3" variant="subtitle2" tabIndex={-1} sx={{ outline: "none" }}>
        {said.title}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5, mb: 1.5 }}>
        {said.text}
      </Typography>
      <Box
        component="ol"
        aria-label={said.title}
        sx={{
          m: 0,
          p: 2,
          listStyle: "none",
          display: "grid",
          gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
          gap: 0.75,
          bgcolor: "background.default",
          borderRadius: "12px",
          fontFamily: "ui-monospace, monospace",
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <CopyButton text={text} label={said.copy} />
        <Button
          startIcon={<DownloadOutlined aria-hidden />}
          onClick={() => download(new Blob([text], { type: "text/plain" }), said.file)}
        >
          {said.download}
        </Button>
        <Button
          variant="contained"
          sx={{ ml: { sm: "auto" } }}
          onClick={() => {
            areKept.current = true;
            onKept();
          }}
        >
          {said.done}
        </Button>
      </Box>
      <UnsavedGuard isUnsaved={() => !areKept.current} words={said.leave} />
    </Box>
  );
}
