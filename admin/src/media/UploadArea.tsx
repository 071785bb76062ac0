import AddPhotoAlternateOutlined from "@mui/icons-material/AddPhotoAlternateOutlined";
import { Box, Button, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { MediaResponse } from "@karst/client";
import { useState } from "react";
import { t } from "../messages/media.gen";
import { UploadList } from "./UploadList";
import { useFileDrop } from "./useFileDrop";
import { useFileInput } from "./useFileInput";
import { useFilePaste } from "./useFilePaste";
import { useUploads } from "./useUploads";

/** Uploads files that are chosen, dropped, or pasted anywhere on the screen, and shows the progress. */
export function UploadArea({ onDone }: { onDone: (picture: MediaResponse, isAlone: boolean) => void }) {
  const [last, setLast] = useState("");
  const { uploads, add, dismiss } = useUploads((picture, isAlone) => {
    setLast(t("add.done", { name: picture.name }));
    onDone(picture, isAlone);
  });
  const [fileInput, choose] = useFileInput({ isMany: true, onFiles: add });
  const { isOver, dropHandlers } = useFileDrop(add);
  useFilePaste(add, () => true);
  return (
    <Box
      role="group"
      aria-label={t("add.button")}
      {...dropHandlers}
      sx={{
        m: 2,
        p: 2,
        border: 2,
        borderStyle: "dashed",
        borderColor: isOver ? "primary.main" : "divider",
        borderRadius: "12px",
        bgcolor: isOver ? "action.hover" : undefined,
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <Button variant="contained" startIcon={<AddPhotoAlternateOutlined aria-hidden />} onClick={choose}>
          {t("add.button")}
        </Button>
        <Typography variant="body2" sx={{ color: "text.secondary", flex: "1 1 260px" }}>
          {t("add.hint")}
        </Typography>
      </Box>
      {fileInput}
      <UploadList uploads={uploads} onDismiss={dismiss} />
      <span role="status" style={visuallyHidden}>
        {last}
      </span>
    </Box>
  );
}
