import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import { Alert, AlertTitle, Box, Button, Typography } from "@mui/material";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Reason } from "../layout/Toasts";
import { useFileDrop } from "../media/useFileDrop";
import { t } from "../messages/imports.gen";
import { createImport } from "../resources/imports";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { IMPORTS, importPath } from "./shape";

const ACCEPTED = ".csv,.txt,.tsv,.json,.geojson,text/csv,application/json,application/geo+json";

/** Uploads a file that is chosen or dropped, and leads to its import. */
export function UploadFile() {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = useAsk();
  const renew = useRenew();
  const navigate = useNavigate();

  async function upload([file]: File[]) {
    if (!file || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const { id } = await ask(() => createImport(file));
      void renew([...IMPORTS]);
      void navigate(importPath(id));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  const { isOver, dropHandlers } = useFileDrop((files) => void upload(files));
  return (
    <Box
      role="group"
      aria-label={t("upload.label")}
      {...dropHandlers}
      sx={{
        p: 2,
        border: 2,
        borderStyle: "dashed",
        borderColor: isOver ? "primary.main" : "divider",
        borderRadius: "12px",
        bgcolor: isOver ? "action.hover" : undefined,
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <Button
          variant="contained"
          startIcon={<UploadFileOutlined aria-hidden />}
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          {t(isBusy ? "upload.busy" : "upload.choose")}
        </Button>
        <Typography variant="body2" sx={{ color: "text.secondary", flex: "1 1 260px" }}>
          {t("upload.hint")}
        </Typography>
      </Box>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t("upload.choose")}
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          // Cleared, so that the same file can be chosen again after a correction.
          currentTarget.value = "";
        }}
      />
      {error !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          <AlertTitle>{t("upload.failed")}</AlertTitle>
          <Reason error={error} />
        </Alert>
      )}
    </Box>
  );
}
