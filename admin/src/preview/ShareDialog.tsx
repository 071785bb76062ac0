import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
} from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Draft } from "@karst/client";
import { keyOf } from "../drafts/draft";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/preview.gen";
import { createPreview, listPreviews, revokePreview } from "../resources/previews";
import { useAsk } from "../useAsk";
import { SharedLinks } from "./SharedLinks";

/** How long a link works, in hours. */
const LIFETIMES = [1, 24, 168, 720] as const;
const MAX_NOTE_LENGTH = 200;

/** Makes, lists and revokes links to a draft for people without an account. */
export default function ShareDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const key = keyOf(draft);
  const ask = useAsk();
  const toast = useToast();
  const [note, setNote] = useState("");
  const [hours, setHours] = useState<number>(168);
  const [link, setLink] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shared = useQuery({
    queryKey: ["previews", key.kind, key.id],
    queryFn: () => ask(() => listPreviews(key)),
    gcTime: 0,
  });

  async function run(failed: string, work: () => Promise<void>) {
    setBusy(true);
    try {
      await ask(work);
    } catch (error) {
      toast.failed(failed, error);
    }
    setBusy(false);
    void shared.refetch();
  }

  function make(event: FormEvent) {
    event.preventDefault();
    void run(t("share.failed"), async () => {
      const { url } = await createPreview(key, {
        isShared: true,
        validHours: hours,
        note: note.trim() || null,
      });
      setLink(new URL(url, location.origin).href);
      setNote("");
    });
  }

  const revoke = (id: number) =>
    run(t("share.revokeFailed"), async () => {
      await revokePreview(key, id);
      setLink(null);
      toast.done(t("share.revoked"));
    });

  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="share-title">
      <DialogTitle id="share-title">{t("share.title")}</DialogTitle>
      <DialogContent>
        <Box component="p" sx={{ mt: 0 }}>
          {t("share.text")}
        </Box>
        <Box component="form" noValidate onSubmit={make} sx={{ display: "grid", gap: 2 }}>
          <TextField
            label={t("share.note")}
            helperText={t("share.noteHint")}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH } }}
          />
          <TextField
            select
            label={t("share.lifetime")}
            value={hours}
            onChange={({ target }) => setHours(Number(target.value))}
          >
            {LIFETIMES.map((lifetime) => (
              <MenuItem key={lifetime} value={lifetime}>
                {t("share.hours", { hours: String(lifetime) })}
              </MenuItem>
            ))}
          </TextField>
          <Button type="submit" variant="contained" disabled={isBusy} sx={{ justifySelf: "start" }}>
            {t("share.make")}
          </Button>
        </Box>
        {link && <NewLink link={link} />}
        {shared.isError ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {t("share.listFailed")}
          </Alert>
        ) : (
          <SharedLinks links={shared.data ?? []} isBusy={isBusy} onRevoke={(id) => void revoke(id)} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{tCommon("close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The link that was just made, which is shown only now. */
function NewLink({ link }: { link: string }) {
  const toast = useToast();
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => toast.done(t("share.copied")),
      () => toast.note(t("share.copyFailed")),
    );
  return (
    <Alert severity="success" sx={{ mt: 2, "& .MuiAlert-message": { flexGrow: 1 } }}>
      {t("share.made")}
      <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
        <TextField
          size="small"
          value={link}
          sx={{ flexGrow: 1 }}
          onFocus={({ target }) => target.select()}
          slotProps={{ htmlInput: { readOnly: true, "aria-label": t("share.link") } }}
        />
        <Button onClick={copy}>{t("share.copy")}</Button>
      </Box>
    </Alert>
  );
}
