import type { MediaResponse } from "@karst/client";
import { EditInDialog } from "../form/EditInDialog";
import { RecordDialog } from "../form/RecordDialog";
import { PictureForm, TITLE_ID } from "./PictureForm";
import { words } from "./words";

/** A picture over the library, while the address names one: `/media/{id}`. */
export function PictureDialog() {
  return (
    <RecordDialog list="/media" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => (
        <EditInDialog<MediaResponse>
          key={id}
          resource="media"
          id={Number(id)}
          titleId={TITLE_ID}
          title={words.form.title}
          words={{ loading: words.loadingOne, failed: words.failed.fetchOne, cancel: words.form.close }}
          heights={[280, 44, 44]}
          onClose={close}
        >
          {(picture) => <PictureForm picture={picture} onClose={close} />}
        </EditInDialog>
      )}
    </RecordDialog>
  );
}
