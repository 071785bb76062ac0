import type { PlaceResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { t } from "../messages/businesses.gen";
import { placeTrash } from "./placeTrash";

interface DeleteBusinessProps {
  /** The place to delete; null while the dialog is closed. */
  place: PlaceResponse | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Confirms the deletion of a place, and offers to undo it. */
export function DeleteBusiness({ place, ...rest }: DeleteBusinessProps) {
  return (
    <DeleteRecord
      resource="businesses"
      record={place}
      words={deleteTexts(t)}
      wayBack={placeTrash()}
      {...rest}
    >
      {place && t("confirmDelete.text", { name: place.name })}
    </DeleteRecord>
  );
}
