import type { PlaceView } from "@karst/client";
import { useRef } from "react";
import { useDelete } from "react-admin";
import { Confirm } from "../layout/Confirm";
import { focusMain } from "../layout/focusMain";
import { useToast } from "../layout/Toasts";
import { texts } from "../texts";

const words = texts.businesses;

interface DeleteBusinessProps {
  /** The place in question; null while nothing is asked. */
  place: PlaceView | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks by name, deletes, and says how it went. */
export function DeleteBusiness({ place, onClose, onDeleted }: DeleteBusinessProps) {
  const toast = useToast();
  const [remove, { isPending }] = useDelete<PlaceView>();
  const isGone = useRef(false);

  function confirmed() {
    if (!place || isPending) return;
    void remove(
      "businesses",
      { id: place.id, previousData: place },
      {
        mutationMode: "pessimistic",
        onSuccess: () => {
          isGone.current = true;
          toast.done(words.done.delete);
          onClose();
          onDeleted?.();
        },
        onError: (error: unknown) => {
          toast.failed(words.failed.delete, error);
          onClose();
        },
      },
    );
  }

  return (
    <Confirm
      isOpen={place !== null}
      title={words.confirmDelete.title}
      yes={words.confirmDelete.yes}
      no={words.confirmDelete.no}
      isDestructive
      isBusy={isPending}
      onYes={confirmed}
      onNo={onClose}
      // The button that asked went with its row.
      onExited={() => isGone.current && focusMain()}
    >
      {place && words.confirmDelete.text(place.name)}
    </Confirm>
  );
}
