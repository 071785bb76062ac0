import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import { useState } from "react";
import { useCreate } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/categories.gen";
import { useRenew } from "../useRenew";
import { CategoryForm } from "./CategoryForm";
import { toText } from "./shape";

/** Add Category. */
export function CategoryCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const [create] = useCreate<CategoryResponse>();
  const renew = useRenew();
  const toast = useToast();

  async function save(data: Form): Promise<Outcome> {
    try {
      const category = await create(
        "categories",
        { data: data as Partial<CategoryResponse> },
        { returnPromise: true },
      );
      if (!category?.id) return { isSaved: false };
      toast.done(t("done.create"));
      void renew(["categories", "getList"], ["stats"]);
      return { isSaved: true, onDone: onClose };
    } catch (error) {
      toast.failed(t("failed.create"), error);
      return notSaved(error);
    }
  }

  return <CategoryForm title={t("add")} start={start} form="CategoryRequest" save={save} onClose={onClose} />;
}
