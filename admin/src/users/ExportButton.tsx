import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useListContext } from "react-admin";
import { download } from "@karst/web/download";
import { useToast } from "../layout/Toasts";
import { exportedUsers } from "../resources";
import { useAsk } from "../useAsk";
import { words } from "./words";

/** Everybody that search and role leave, on all pages, as a file for spreadsheets. */
export function ExportButton() {
  const { filterValues } = useListContext();
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const toast = useToast();

  async function run() {
    setBusy(true);
    try {
      const file = await ask(() => exportedUsers(filterValues));
      download(file.blob, file.name);
      toast.done(words.exported(file.count));
    } catch (error) {
      toast.failed(words.failed.export, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outlined"
      startIcon={<DownloadOutlined aria-hidden />}
      disabled={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? words.exporting : words.export}
    </Button>
  );
}
