import { RecordDialog } from "../form/RecordDialog";
import PictureEditor from "./PictureEditor";
import { TITLE_ID } from "./titleId";

/** The form of an image over the library, at `/media/{id}`. */
export function PictureDialog() {
  return (
    <RecordDialog list="/media" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => <PictureEditor id={Number(id)} onClose={close} />}
    </RecordDialog>
  );
}
