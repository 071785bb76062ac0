import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { Button } from "@mui/material";
import { lazy, Suspense, useState } from "react";
import { t } from "../messages/history.gen";
import type { HistoryKind } from "./kinds";

const HistoryDialog = lazy(() => import("./HistoryDialog"));

export interface HistoryButtonProps<View> {
  kind: HistoryKind;
  id: number | string;
  /** The name of the record. */
  name: string;
  /** Called with the record after a restore. */
  onRestored: (saved: View) => void;
}

/** Opens the earlier versions of a record. */
export function HistoryButton<View>({ kind, id, name, onRestored }: HistoryButtonProps<View>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button startIcon={<HistoryOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t("open")}
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryDialog
            record={{ kind, id: String(id) }}
            name={name}
            onRestored={(saved) => onRestored(saved as View)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
