import type { PlaceTrashItem } from "@karst/client";
import { trashTexts } from "../kit/texts";
import { Trash as TrashList } from "../list/Trash";
import { t } from "../messages/businesses.gen";
import { CategoryDot } from "./Marks";
import { placeTrash } from "./placeTrash";

/** The deleted places. */
export default function Trash() {
  return (
    <TrashList<PlaceTrashItem>
      wayBack={placeTrash()}
      title={t("title")}
      words={trashTexts(t)}
      name={({ name }) => name}
      details={({ category, isActive }) => (
        <>
          {category && <CategoryDot category={category} />}
          <span>{t("trash.afterRestore", { isActive: String(isActive) })}</span>
        </>
      )}
    />
  );
}
