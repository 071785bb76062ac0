import ArrowBack from "@mui/icons-material/ArrowBack";
import ArrowForward from "@mui/icons-material/ArrowForward";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import CropOutlined from "@mui/icons-material/CropOutlined";
import DragIndicator from "@mui/icons-material/DragIndicator";
import SwapHoriz from "@mui/icons-material/SwapHoriz";
import { Box, Chip, Typography } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import type { PointerEvent, ReactNode } from "react";
import { IconButtonWithTooltip } from "react-admin";
import { Picture } from "../form/Picture";
import { t } from "../messages/media.gen";
import { DescriptionInput } from "./DescriptionInput";
import { fileFor, isDescribed } from "./shape";
import { useFileInput } from "./useFileInput";
import { usePicture, type KnownPicture } from "./usePicture";

interface PictureTileProps {
  address: string;
  /** The text on the image: its number in a gallery, or that it is the main image. */
  badge: string;
  /** In a gallery; without it, the image cannot be moved. */
  sort?: {
    isFirst: boolean;
    isLast: boolean;
    isHeld: boolean;
    onHold: (event: PointerEvent<HTMLElement>) => void;
  };
  onMove: (by: -1 | 1) => void;
  onReplace: (file: File) => void;
  onRemove: (name: string) => void;
  /** Opens the texts and the focal point of an image of the library. */
  onEdit: (picture: KnownPicture) => void;
  onDescribed: (saved: MediaResponse, hasFocus: boolean) => void;
}

/** The name of an image in a field. */
const tileName = (address: string, picture: KnownPicture | null): string =>
  picture?.alt ||
  (picture && "name" in picture && picture.name) ||
  address.slice(address.lastIndexOf("/") + 1);

/** An image of a field with its buttons, and the input for its description if it has none. */
export function PictureTile(props: PictureTileProps) {
  const { address, badge, sort, onMove, onReplace, onRemove, onEdit, onDescribed } = props;
  const picture = usePicture(address);
  const name = tileName(address, picture);
  const isDecorative = picture && ("isDecorative" in picture ? picture.isDecorative : picture.alt === "");
  const isUndescribed = picture !== null && "isDecorative" in picture && !isDescribed(picture);
  const [fileInput, chooseFile] = useFileInput({ onFiles: ([file]) => file && onReplace(file) });
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: sort?.isHeld ? "primary.main" : "divider",
        borderRadius: "12px",
        overflow: "clip",
        bgcolor: "background.paper",
        opacity: sort?.isHeld ? 0.7 : 1,
      }}
    >
      <Box
        // A finger on the image scrolls the page; only the handle sorts.
        onPointerDown={(event) => {
          if (event.pointerType !== "touch" || (event.target as Element).closest("[data-handle]"))
            sort?.onHold(event);
        }}
        sx={{ position: "relative", userSelect: "none", ...(sort && { cursor: "grab" }) }}
      >
        <Picture
          address={picture ? fileFor(picture, 640) : address}
          color={picture?.color}
          focus={picture ? `${picture.focalX * 100}% ${picture.focalY * 100}%` : undefined}
        />
        <Chip
          label={badge}
          size="small"
          sx={{ position: "absolute", top: 8, insetInlineStart: 8, bgcolor: "background.paper" }}
        />
        {sort && (
          <Box
            data-handle
            aria-hidden
            sx={{
              position: "absolute",
              top: 0,
              insetInlineEnd: 0,
              width: 44,
              height: 44,
              display: "grid",
              placeItems: "center",
              touchAction: "none",
              bgcolor: "background.paper",
              borderEndStartRadius: "12px",
            }}
          >
            <DragIndicator fontSize="small" />
          </Box>
        )}
      </Box>
      <Box sx={{ p: 1 }}>
        {isUndescribed ? (
          <DescriptionInput picture={picture as MediaResponse} onSaved={onDescribed} />
        ) : (
          <Typography variant="body2" sx={{ px: 0.5, overflowWrap: "anywhere" }}>
            <bdi>{isDecorative ? t("fields.isDecorative") : picture ? name : address}</bdi>
          </Typography>
        )}
        <Box sx={{ display: "flex", flexWrap: "wrap", mt: 0.5 }}>
          {sort && (
            <>
              <Tool label={t("field.moveEarlier", { name })} isOff={sort.isFirst} onClick={() => onMove(-1)}>
                <ArrowBack fontSize="small" />
              </Tool>
              <Tool label={t("field.moveLater", { name })} isOff={sort.isLast} onClick={() => onMove(1)}>
                <ArrowForward fontSize="small" />
              </Tool>
            </>
          )}
          {picture && (
            <Tool label={t("field.edit", { name })} hasPopup onClick={() => onEdit(picture)}>
              <CropOutlined fontSize="small" />
            </Tool>
          )}
          <Tool label={t("field.replace", { name })} onClick={chooseFile}>
            <SwapHoriz fontSize="small" />
          </Tool>
          <Tool label={t("field.remove", { name })} onClick={() => onRemove(name)}>
            <CloseOutlined fontSize="small" />
          </Tool>
        </Box>
        {fileInput}
      </Box>
    </Box>
  );
}

interface ToolProps {
  label: string;
  isOff?: boolean;
  hasPopup?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button of an image. It keeps the focus when it disables itself by moving the image to the end. */
function Tool({ label, isOff = false, hasPopup, onClick, children }: ToolProps) {
  return (
    <IconButtonWithTooltip
      label={label}
      aria-disabled={isOff || undefined}
      aria-haspopup={hasPopup ? "dialog" : undefined}
      onClick={isOff ? undefined : onClick}
      sx={isOff ? { opacity: 0.4 } : undefined}
    >
      {children}
    </IconButtonWithTooltip>
  );
}
