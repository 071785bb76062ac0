import { RecordDialog } from "../form/RecordDialog";
import PictureEditor from "./PictureEditor";

/** The form of an image over the library, at `/media/{id}`. */
export function PictureDialog() {
  return (
    <RecordDialog list="/media" maxWidth="md">
      {(id, close) => <PictureEditor id={Number(id)} onClose={close} />}
    </RecordDialog>
  );
}
