import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import { useState } from "react";
import { useCreating } from "../form/useCreating";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/categories.gen";
import { useRenew } from "../useRenew";
import { CategoryForm } from "./CategoryForm";
import { toText } from "./shape";

/** Add Category. */
export function CategoryCreate({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => toText());
  const renew = useRenew();
  const toast = useToast();
  const save = useCreating<CategoryResponse, Form>({
    resource: "categories",
    failed: t("failed.create"),
    onCreated: () => {
      toast.done(t("done.create"));
      void renew(["categories", "getList"], ["stats"]);
      return onClose;
    },
  });
  return <CategoryForm title={t("add")} start={start} form="CategoryRequest" save={save} onClose={onClose} />;
}
