import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { download } from "../kit/download";
import { useToast } from "../layout/Toasts";
import { useAsk } from "../useAsk";
import { own } from "./calls";
import { Section } from "./Section";
import { words } from "./words";

const { data: said } = words;

/** Everything that is kept about oneself, to take along. */
export function TakeAlong() {
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const toast = useToast();

  async function run() {
    setBusy(true);
    try {
      download(await ask(own.exported));
      toast.done(said.done);
    } catch (error) {
      toast.failed(said.failed, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={said.title} text={said.text}>
      <Button
        variant="outlined"
        startIcon={<DownloadOutlined aria-hidden />}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {isBusy ? said.exporting : said.export}
      </Button>
    </Section>
  );
}
