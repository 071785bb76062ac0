import ContentCopy from "@mui/icons-material/ContentCopy";
import { Box, Button, TextField, Typography } from "@mui/material";
import type { PasswordLinkResponse, UserResponse } from "@karst/client";
import { useState } from "react";
import { longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { createPasswordLink } from "../resources";
import { useAsk } from "../useAsk";
import { words } from "./words";

const said = words.link;

interface PasswordLinkProps {
  user: Pick<UserResponse, "id" | "hasPassword">;
  autoFocus?: boolean;
}

/**
 * Makes a link to choose a password and copies it, for an admin to send. Where the browser does not allow copying, also
 * because the answer took too long, the link can be selected instead.
 */
export function PasswordLink({ user, autoFocus }: PasswordLinkProps) {
  const [made, setMade] = useState<PasswordLinkResponse & { isCopied: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const toast = useToast();

  async function make() {
    setBusy(true);
    try {
      const view = await ask(() => createPasswordLink(user.id));
      setMade({ ...view, isCopied: await isCopied(view.link) });
    } catch (error) {
      toast.failed(said.failed, error);
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
        onClick={() => void make()}
      >
        {user.hasPassword ? said.reset : said.invitation}
      </Button>
      {made && !made.isCopied && (
        <TextField
          label={said.label}
          value={made.link}
          fullWidth
          sx={{ mt: 2 }}
          slotProps={{
            htmlInput: { readOnly: true },
            input: { onFocus: (event) => (event.target as HTMLInputElement).select() },
          }}
        />
      )}
      <Typography role="status" variant="body2" sx={{ color: "text.secondary", mt: made ? 1 : 0 }}>
        {made && `${made.isCopied ? said.copied : said.select} ${said.valid(longDate(made.expiresAt))}`}
      </Typography>
    </Box>
  );
}

/** Copies `text`. False where the browser does not allow it, as on pages without HTTPS. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
