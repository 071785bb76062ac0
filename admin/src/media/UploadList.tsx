import Close from "@mui/icons-material/Close";
import { Alert, AlertTitle, Box, IconButton, LinearProgress, Typography } from "@mui/material";
import type { Upload } from "./useUploads";
import { words } from "./words";

const { add: told } = words;

/** Files on their way, and those that were not taken with the reason. */
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
          aria-label={told.progress(name)}
          // Once all has gone the server makes the sizes, and nobody knows for how long.
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
          <IconButton size="small" aria-label={told.dismiss(name)} onClick={() => onDismiss(key)}>
            <Close fontSize="small" />
          </IconButton>
        }
      >
        <AlertTitle>{told.failed(name)}</AlertTitle>
        {error}
      </Alert>
    ),
  );
}
