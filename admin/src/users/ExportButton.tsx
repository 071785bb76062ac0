import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useListContext } from "react-admin";
import { download } from "@karst/web/download";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/users.gen";
import { exportedUsers } from "../resources";
import { useAsk } from "../useAsk";

/** Downloads all users that match the search and the role as CSV. */
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
      toast.done(t("exported", { count: file.count }));
    } catch (error) {
      toast.failed(t("failed.export"), error);
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
      {t(isBusy ? "exporting" : "export")}
    </Button>
  );
}
