import type { MediaResponse } from "@karst/client";
import { EditInDialog } from "../form/EditInDialog";
import { RecordDialog } from "../form/RecordDialog";
import { t } from "../messages/media.gen";
import { t as tCommon } from "../messages/common.gen";
import { PictureForm, TITLE_ID } from "./PictureForm";

/** The form of an image over the library, at `/media/{id}`. */
export function PictureDialog() {
  return (
    <RecordDialog list="/media" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => (
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
      )}
    </RecordDialog>
  );
}
