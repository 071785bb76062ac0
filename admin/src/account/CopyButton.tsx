import Check from "@mui/icons-material/Check";
import ContentCopy from "@mui/icons-material/ContentCopy";
import { Button } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useEffect, useState } from "react";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/account.gen";

const COPIED_MS = 3000;

/** A button that copies `text` and then shows "Copied". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.note(t("codes.copyBlocked"));
    }
  }

  return (
    <>
      <Button
        startIcon={isCopied ? <Check aria-hidden /> : <ContentCopy aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? t("codes.copied") : label}
      </Button>
      <span role="status" style={visuallyHidden}>
        {isCopied && t("codes.copied")}
      </span>
    </>
  );
}
