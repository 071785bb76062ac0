import type { TrashItem } from "@karst/client";
import { Trash as TrashList } from "../list/Trash";
import { t } from "../messages/businesses.gen";
import { CategoryDot } from "./Marks";
import { placeTrash } from "./placeTrash";

/** The deleted places. */
export default function Trash() {
  return (
    <TrashList<TrashItem>
      wayBack={placeTrash()}
      title={t("title")}
      words={{
        tabs: { list: t("tabs.list"), trash: t("tabs.trash") },
        lead: t("trash.lead"),
        loading: t("loading"),
        fetchFailed: t("failed.fetch"),
        back: t("trash.back"),
        empty: { title: t("trash.empty.title"), text: t("trash.empty.text") },
      }}
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
