import {
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from "@mui/material";
import type { NewApiTokenResponse } from "@karst/client";
import { CopyButton } from "../account/CopyButton";
import { t } from "../messages/tokens.gen";

/** A new token. The server shows it only once, so only the button closes the dialog. */
export function NewToken({ created, onDone }: { created: NewApiTokenResponse; onDone: () => void }) {
  return (
    <>
      <DialogTitle sx={{ overflowWrap: "anywhere" }}>
        <bdi>{created.details.name}</bdi>
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{t("new.text")}</DialogContentText>
        <TextField
          label={t("new.label")}
          value={created.token}
          fullWidth
          multiline
          autoFocus
          slotProps={{
            htmlInput: { readOnly: true, spellCheck: false },
            input: { onFocus: (event) => (event.target as HTMLTextAreaElement).select() },
          }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
        <CopyButton text={created.token} label={t("new.copy")} />
        <Button variant="contained" onClick={onDone}>
          {t("new.done")}
        </Button>
      </DialogActions>
    </>
  );
}
