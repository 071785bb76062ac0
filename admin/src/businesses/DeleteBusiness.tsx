import type { PlaceResponse } from "@karst/client";
import { DeleteRecord } from "../form/DeleteRecord";
import { useRestoring } from "../list/useRestoring";
import { texts } from "../texts";
import { wayBack } from "./wayBack";

const { confirmDelete, done, failed } = texts.businesses;

interface DeleteBusinessProps {
  /** The place in question; null while nothing is asked. */
  place: PlaceResponse | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a place moves to the trash, and takes it out again if that was a slip. */
export function DeleteBusiness({ place, ...rest }: DeleteBusinessProps) {
  const { restore } = useRestoring(wayBack);
  return (
    <DeleteRecord
      resource="businesses"
      record={place}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete }}
      onUndo={(gone) => void restore(gone)}
      {...rest}
    >
      {place && confirmDelete.text(place.name)}
    </DeleteRecord>
  );
}
