import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { EditInDialog } from "../form/EditInDialog";
import { t } from "../messages/media.gen";
import { t as tCommon } from "../messages/common.gen";
import { PictureForm, TITLE_ID } from "./PictureForm";

/** The form of an image over the library, at `/media/{id}`. */
export function PictureDialog() {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: "/media", search });
  return (
    <Dialog open onClose={close} maxWidth="md" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      <EditInDialog<MediaResponse>
        key={id}
        resource="media"
        id={Number(id)}
        titleId={TITLE_ID}
        title={t("edit")}
        words={{ loading: t("loadingOne"), failed: t("failed.fetchOne"), cancel: tCommon("close") }}
        heights={[280, 44, 44]}
        onClose={close}
      >
        {(picture) => <PictureForm picture={picture} onClose={close} />}
      </EditInDialog>
    </Dialog>
  );
}
