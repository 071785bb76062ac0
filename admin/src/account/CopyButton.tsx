import Check from "@mui/icons-material/Check";
import ContentCopy from "@mui/icons-material/ContentCopy";
import { Button } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useEffect, useState } from "react";
import { useToast } from "../layout/Toasts";
import { words } from "./words";

const { codes: said } = words;
const TOLD_MS = 3000;

/** Copies `text`, and says so on the button itself. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.note(said.copyFailed);
    }
  }

  return (
    <>
      <Button
        startIcon={isCopied ? <Check aria-hidden /> : <ContentCopy aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? said.copied : label}
      </Button>
      <span role="status" style={visuallyHidden}>
        {isCopied && said.copied}
      </span>
    </>
  );
}
