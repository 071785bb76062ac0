import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { download } from "@karst/web/download";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t } from "../messages/account.gen";
import { CopyButton } from "./CopyButton";

/** The recovery codes. The server shows them only once, so leaving without saving them asks first. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const areSaved = useRef(false);
  const text = `${codes.join("\n")}\n`;
  useEffect(() => title.current?.focus(), []);
  return (
    <Box>
      <Typography ref={title} component="h3" variant="subtitle2" tabIndex={-1} sx={{ outline: "none" }}>
        {t("codes.title")}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5, mb: 1.5 }}>
        {t("codes.text")}
      </Typography>
      <Box
        component="ol"
        aria-label={t("codes.title")}
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
        <CopyButton text={text} label={t("codes.copy")} />
        <Button
          startIcon={<DownloadOutlined aria-hidden />}
          onClick={() => download(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}
        >
          {t("codes.download")}
        </Button>
        <Button
          variant="contained"
          sx={{ ml: { sm: "auto" } }}
          onClick={() => {
            areSaved.current = true;
            onSaved();
          }}
        >
          {t("codes.saved")}
        </Button>
      </Box>
      <UnsavedGuard
        isUnsaved={() => !areSaved.current}
        words={{
          title: t("codes.leave.title"),
          text: t("codes.leave.text"),
          yes: t("codes.leave.leave"),
          no: t("codes.leave.stay"),
        }}
      />
    </Box>
  );
}
