import { Box, Button, DialogActions, DialogContent, DialogTitle, TextField, Typography } from "@mui/material";
import { CopyButton } from "../account/CopyButton";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/webhooks.gen";

/** The secret of a webhook, shown once: the content of a dialog. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    // Escape must not hide a secret that was not copied yet.
    <div onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}>
      <DialogTitle>{t("secret.title")}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{t("secret.text")}</Typography>
        <TextField
          label={t("secret.label")}
          value={secret}
          fullWidth
          autoFocus
          slotProps={{
            htmlInput: { readOnly: true },
            input: {
              onFocus: (event) => (event.target as HTMLInputElement).select(),
              sx: { fontFamily: "monospace" },
            },
          }}
        />
        <Box sx={{ mt: 1, ml: -1 }}>
          <CopyButton text={secret} label={t("secret.copy")} />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </div>
  );
}
