import type { CategoryResponse } from "@karst/client";
import { useNavigate } from "react-router-dom";
import { DeleteRecord } from "../form/DeleteRecord";
import { deleteTexts } from "../kit/texts";
import { Confirm } from "../layout/Confirm";
import { t } from "../messages/categories.gen";
import { t as tCommon } from "../messages/common.gen";
import { placesAddress } from "./shape";
import { categoryRestore } from "./restore";

interface DeleteCategoryProps {
  /** The category to delete; null while the dialog is closed. */
  category: CategoryResponse | null;
  onClose: () => void;
}

/**
 * Confirms the deletion of a category and offers to undo it. Categories with places cannot be deleted: the dialog
 * then links to the places.
 */
export function DeleteCategory({ category, onClose }: DeleteCategoryProps) {
  const isInUse = category !== null && category.placeCount > 0;
  return (
    <>
      <InUse category={isInUse ? category : null} onClose={onClose} />
      <DeleteRecord
        resource="categories"
        record={isInUse ? null : category}
        words={deleteTexts(t)}
        wayBack={categoryRestore()}
        onClose={onClose}
      >
        {category && t("confirmDelete.text", { name: category.name })}
      </DeleteRecord>
    </>
  );
}

function InUse({ category, onClose }: DeleteCategoryProps) {
  const navigate = useNavigate();
  return (
    <Confirm
      isOpen={category !== null}
      title={t("inUse.title")}
      yes={t("inUse.show")}
      no={tCommon("close")}
      onYes={() => category && void navigate(placesAddress(category))}
      onNo={onClose}
    >
      {category && t("inUse.text", { count: category.placeCount, name: category.name })}
    </Confirm>
  );
}
