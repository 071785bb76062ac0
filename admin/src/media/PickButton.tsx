import PhotoLibraryOutlined from "@mui/icons-material/PhotoLibraryOutlined";
import { Button } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { words } from "./words";

const PickDialog = lazy(() => import("./PickDialog"));

interface PickButtonProps {
  /** What is chosen for: said to ears beside the button's words. */
  label: string;
  isMany?: boolean;
  onPick: (pictures: MediaResponse[]) => void;
}

/** Opens the library to choose from it. */
export function PickButton({ label, isMany = false, onPick }: PickButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        startIcon={<PhotoLibraryOutlined aria-hidden />}
        aria-label={`${words.pick.choose}: ${label}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.pick.choose}
      </Button>
      {isOpen && (
        <Suspense>
          <PickDialog
            isMany={isMany}
            onClose={() => setOpen(false)}
            onPick={(pictures) => {
              setOpen(false);
              onPick(pictures);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
