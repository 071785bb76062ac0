import { Box } from "@mui/material";
import { useState } from "react";
import { isShowable } from "../form/Picture";
import { t } from "../messages/media.gen";
import { fileFor } from "./shape";
import { usePicture } from "./usePicture";

/** Large enough for a dialog on a dense screen. */
const WIDTH_PX = 1280;

interface HeaderImageProps {
  /** The address of the record's image, or a blank text. */
  address: string;
  /** The path of the illustration that the site shows if there is no image, or for a broken one. */
  illustration: string;
  /** The name of the record. */
  name: string;
  aspectRatio: string | Record<"xs" | "sm", string>;
}

/** The main image of a place or an article, as its page on the site shows it. */
export function HeaderImage({ address, illustration, name, aspectRatio }: HeaderImageProps) {
  const picture = usePicture(address);
  const [broken, setBroken] = useState("");
  const isOwn = isShowable(address) && address !== broken;
  const own = picture ? fileFor(picture, WIDTH_PX) : address;
  return (
    <Box
      component="img"
      src={isOwn ? own : illustration}
      alt={isOwn ? (picture?.alt ?? name) : t("illustration", { name })}
      onError={() => setBroken(address)}
      sx={{
        display: "block",
        width: "100%",
        aspectRatio,
        objectFit: "cover",
        objectPosition: isOwn && picture ? `${picture.focalX * 100}% ${picture.focalY * 100}%` : "50% 65%",
        bgcolor: "action.hover",
      }}
    />
  );
}
