import ContentCopy from "@mui/icons-material/ContentCopy";
import { Box, Button, TextField, Typography } from "@mui/material";
import type { PasswordLinkResponse, UserResponse } from "@karst/client";
import { useState } from "react";
import { longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/users.gen";
import { createPasswordLink } from "../resources";
import { useAsk } from "../useAsk";

interface PasswordLinkProps {
  user: Pick<UserResponse, "id" | "hasPassword">;
  autoFocus?: boolean;
}

/**
 * Creates a link to choose a password and copies it, for an admin to send. If the browser blocks copying, for example
 * because the response took too long, the link can be selected instead.
 */
export function PasswordLink({ user, autoFocus }: PasswordLinkProps) {
  const [created, setCreated] = useState<PasswordLinkResponse & { isCopied: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const toast = useToast();

  async function create() {
    setBusy(true);
    try {
      const response = await ask(() => createPasswordLink(user.id));
      setCreated({ ...response, isCopied: await copy(response.link) });
    } catch (error) {
      toast.failed(t("link.failed"), error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box>
      <Button
        variant="outlined"
        autoFocus={autoFocus}
        startIcon={<ContentCopy aria-hidden />}
        disabled={isBusy}
        onClick={() => void create()}
      >
        {t(user.hasPassword ? "link.reset" : "link.invitation")}
      </Button>
      {created && !created.isCopied && (
        <TextField
          label={t("link.label")}
          value={created.link}
          fullWidth
          sx={{ mt: 2 }}
          slotProps={{
            htmlInput: { readOnly: true },
            input: { onFocus: (event) => (event.target as HTMLInputElement).select() },
          }}
        />
      )}
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mt: created ? 1 : 0 }}>
        {created &&
          t(created.isCopied ? "link.copied" : "link.copyBlocked", { until: longDate(created.expiresAt) })}
      </Typography>
    </Box>
  );
}

/** Copies `text`. Returns false if the browser blocks it, as on pages without HTTPS. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
