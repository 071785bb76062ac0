import type { PlaceView } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { texts } from "../texts";

const { confirmDelete, done, failed } = texts.businesses;

interface DeleteBusinessProps {
  /** The place in question; null while nothing is asked. */
  place: PlaceView | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a place moves to the trash. */
export function DeleteBusiness({ place, ...rest }: DeleteBusinessProps) {
  return (
    <DeleteRecord
      resource="businesses"
      record={place}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete }}
      {...rest}
    >
      {place && confirmDelete.text(place.name)}
    </DeleteRecord>
  );
}
