import Close from "@mui/icons-material/Close";
import { Alert, AlertTitle, Box, IconButton, LinearProgress, Typography } from "@mui/material";
import { t } from "../messages/media.gen";
import type { Upload } from "./useUploads";

/** The uploads in progress, and the failed ones with the reason. */
export function UploadList({
  uploads,
  onDismiss,
}: {
  uploads: readonly Upload[];
  onDismiss: (key: number) => void;
}) {
  return uploads.map(({ key, name, part, error }) =>
    error === null ? (
      <Box key={key} sx={{ mt: 1.5 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        <LinearProgress
          aria-label={t("add.uploading", { name })}
          // After the upload the server resizes the image, for an unknown time.
          variant={part < 1 ? "determinate" : "indeterminate"}
          value={part * 100}
        />
      </Box>
    ) : (
      <Alert
        key={key}
        severity="error"
        sx={{ mt: 1.5 }}
        action={
          <IconButton size="small" aria-label={t("add.dismiss", { name })} onClick={() => onDismiss(key)}>
            <Close fontSize="small" />
          </IconButton>
        }
      >
        <AlertTitle>{t("add.failed", { name })}</AlertTitle>
        {error}
      </Alert>
    ),
  );
}
