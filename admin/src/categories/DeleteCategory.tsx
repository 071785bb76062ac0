import type { CategoryResponse } from "@karst/client";
import { useNavigate } from "react-router-dom";
import { DeleteRecord } from "../form/DeleteRecord";
import { Confirm } from "../layout/Confirm";
import { useRestoring } from "../list/useRestoring";
import { placesAddress } from "./shape";
import { wayBack } from "./wayBack";
import { words } from "./words";

interface DeleteCategoryProps {
  /** The category in question; null while nothing is asked. */
  category: CategoryResponse | null;
  onClose: () => void;
}

/** Asks before a category is deleted, and brings it back if that was a slip. One with places in it leads to them. */
export function DeleteCategory({ category, onClose }: DeleteCategoryProps) {
  const { confirmDelete, done, failed } = words;
  const { restore } = useRestoring(wayBack);
  const isInUse = category !== null && category.placeCount > 0;
  return (
    <>
      <InUse category={isInUse ? category : null} onClose={onClose} />
      <DeleteRecord
        resource="categories"
        record={isInUse ? null : category}
        words={{ ...confirmDelete, done: done.delete, failed: failed.delete }}
        onUndo={(gone) => void restore(gone)}
        onClose={onClose}
      >
        {category && confirmDelete.text(category.name)}
      </DeleteRecord>
    </>
  );
}

function InUse({ category, onClose }: DeleteCategoryProps) {
  const navigate = useNavigate();
  const { title, text, yes, no } = words.inUse;
  return (
    <Confirm
      isOpen={category !== null}
      title={title}
      yes={yes}
      no={no}
      onYes={() => category && void navigate(placesAddress(category))}
      onNo={onClose}
    >
      {category && text(category.placeCount, category.name)}
    </Confirm>
  );
}
