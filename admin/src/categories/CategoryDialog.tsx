import type { CategoryResponse } from "@karst/client";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { t } from "../messages/categories.gen";
import { CategoryCreate } from "./CategoryCreate";
import { CategoryEdit } from "./CategoryEdit";

/** The form of a category over the list. */
export function CategoryDialog() {
  return (
    <RecordDialog list="/categories" maxWidth="sm">
      {(id, close) =>
        id === "create" ? (
          <CategoryCreate onClose={close} />
        ) : (
          <EditInDialog<CategoryResponse>
            key={id}
            resource="categories"
            id={Number(id)}
            title={t("edit")}
            words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
            draftOf={{ kind: "categories", id }}
            heights={[44, 44, 44, 44]}
            onClose={close}
          >
            {(category, draft) => <CategoryEdit category={category} draft={draft} onClose={close} />}
          </EditInDialog>
        )
      }
    </RecordDialog>
  );
}
