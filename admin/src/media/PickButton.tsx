import PhotoLibraryOutlined from "@mui/icons-material/PhotoLibraryOutlined";
import { Button } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { t } from "../messages/media.gen";

const PickDialog = lazy(() => import("./PickDialog"));

interface PickButtonProps {
  /** The field that the image is for; part of the accessible name. */
  label: string;
  isMany?: boolean;
  onPick: (pictures: MediaResponse[]) => void;
}

/** Opens the library to choose images. */
export function PickButton({ label, isMany = false, onPick }: PickButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        startIcon={<PhotoLibraryOutlined aria-hidden />}
        aria-label={t("pick.chooseFor", { field: label })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("pick.choose")}
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
