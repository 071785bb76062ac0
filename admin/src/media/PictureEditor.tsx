import type { MediaResponse } from "@karst/client";
import { EditInDialog } from "../form/EditRecord";
import { t } from "../messages/media.gen";
import { PictureForm } from "./PictureForm";

type PictureEditorProps = Omit<Parameters<typeof PictureForm>[0], "picture"> & { id: number };

/** The content of a dialog that edits an image of the library. */
export default function PictureEditor({ id, ...form }: PictureEditorProps) {
  return (
    <EditInDialog<MediaResponse>
      key={id}
      resource="media"
      id={id}
      title={t("edit")}
      words={{ loading: t("loadingOne"), failed: t("failed.fetchOne") }}
      heights={[280, 44, 44]}
      onClose={form.onClose}
    >
      {(picture) => <PictureForm picture={picture} {...form} />}
    </EditInDialog>
  );
}
