import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useDataProvider, useListContext, type RaRecord } from "react-admin";
import { download } from "@karst/web/download";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/list.gen";
import { csvOf } from "./csv";

/** The number of records read at a time: the maximum that all lists allow. */
const PAGE = 100;
/** The maximum number of records in a file, which is the maximum of the API's lists. */
const MAX_RECORDS = 10_000;

/** Downloads all records that match the filters of the list as CSV. */
export function ExportList() {
  const { resource, filterValues, sort, filter } = useListContext();
  const provider = useDataProvider();

  async function all() {
    const records: RaRecord[] = [];
    for (let page = 1; ; page++) {
      const { data, total = 0 } = await provider.getList<RaRecord>(resource, {
        pagination: { page, perPage: PAGE },
        sort,
        filter: { ...filterValues, ...filter },
      });
      records.push(...data);
      if (data.length === 0 || records.length >= Math.min(total, MAX_RECORDS)) return { records, total };
    }
  }

  return (
    <ExportButton
      export={async () => {
        const { records, total } = await all();
        const day = new Date().toISOString().slice(0, 10);
        const blob = new Blob([csvOf(records)], { type: "text/csv;charset=utf-8" });
        return { blob, name: `${resource.replace("/", "-")}-${day}.csv`, count: records.length, total };
      }}
    />
  );
}

interface Exported {
  blob: Blob;
  name: string;
  count: number;
  /** The number of matching records, if the file may have fewer. */
  total?: number;
}

interface ExportButtonProps {
  export: () => Promise<Exported>;
  texts?: { busy: string; done: (count: number) => string; failed: string };
}

const defaultTexts = () => ({
  busy: t("export.busy"),
  done: (count: number) => t("export.done", { count }),
  failed: t("export.failed"),
});

/** A button that downloads a file and says how many records it has. */
export function ExportButton({ export: exportFile, texts = defaultTexts() }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();

  async function run() {
    setBusy(true);
    try {
      const { blob, name, count, total = count } = await exportFile();
      download(blob, name);
      if (total > count) toast.note(t("export.part", { count, total }));
      else toast.done(texts.done(count));
    } catch (error) {
      toast.failed(texts.failed, error);
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
      {isBusy ? texts.busy : t("export.button")}
    </Button>
  );
}
