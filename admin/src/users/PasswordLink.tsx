import ContentCopy from "@mui/icons-material/ContentCopy";
import MailOutlined from "@mui/icons-material/MailOutlined";
import { Box, Button, TextField, Typography } from "@mui/material";
import type { PasswordLinkResponse, UserResponse } from "@karst/client";
import { useState } from "react";
import { longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/users.gen";
import { createPasswordLink, emailPasswordLink, sendInvitation } from "../resources";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";

interface PasswordLinkProps {
  user: Pick<UserResponse, "id" | "email" | "hasPassword" | "invitedAt">;
  /** Whether a mail server is configured. */
  isEmailed: boolean;
  autoFocus?: boolean;
  onInvited?: () => void;
}

type Result = { email: string } | (PasswordLinkResponse & { isCopied: boolean });

/**
 * Emails a link to choose a password, or creates one and copies it, for an admin to send. If the browser blocks copying,
 * for example because the response took too long, the link can be selected instead.
 */
export function PasswordLink({ user, isEmailed, autoFocus, onInvited }: PasswordLinkProps) {
  const [result, setResult] = useState<Result>();
  // A disabled button would lose the focus.
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const { id, email, hasPassword, invitedAt } = user;

  async function run(call: () => Promise<Result>, failed: string) {
    if (isBusy) return;
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await call());
      if (hasPassword) return;
      onInvited?.();
      void renew(["users", "getList"]);
    } catch (error) {
      toast.failed(failed, error);
    } finally {
      setBusy(false);
    }
  }

  async function send(): Promise<Result> {
    await ask(() => (hasPassword ? emailPasswordLink(email) : sendInvitation(id)));
    return { email };
  }

  async function create(): Promise<Result> {
    const response = await ask(() => createPasswordLink(id));
    return { ...response, isCopied: await copy(response.link) };
  }

  return (
    <Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {isEmailed && (
          <Button
            variant="outlined"
            startIcon={<MailOutlined aria-hidden />}
            aria-disabled={isBusy}
            onClick={() => void run(send, t("link.emailFailed"))}
          >
            {t(hasPassword ? "link.emailReset" : invitedAt ? "link.sendAgain" : "link.send")}
          </Button>
        )}
        <Button
          variant={isEmailed ? "text" : "outlined"}
          autoFocus={autoFocus}
          startIcon={<ContentCopy aria-hidden />}
          aria-disabled={isBusy}
          onClick={() => void run(create, t("link.failed"))}
        >
          {t(hasPassword ? "link.reset" : "link.invitation")}
        </Button>
      </Box>
      {result && "link" in result && !result.isCopied && (
        <TextField
          label={t("link.label")}
          value={result.link}
          sx={{ mt: 2 }}
          slotProps={{
            htmlInput: { readOnly: true },
            input: { onFocus: (event) => (event.target as HTMLInputElement).select() },
          }}
        />
      )}
      <Typography
        role="status"
        variant="body2"
        sx={{ color: "text.secondary", mt: result ? 1 : 0, overflowWrap: "anywhere" }}
      >
        {result && outcomeOf(result, hasPassword)}
      </Typography>
    </Box>
  );
}

function outcomeOf(result: Result, hasPassword: boolean): string {
  if ("email" in result) return t(hasPassword ? "link.emailed" : "link.invited", result);
  return t(result.isCopied ? "link.copied" : "link.copyBlocked", { until: longDate(result.expiresAt) });
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
