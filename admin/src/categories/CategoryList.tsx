import { Card } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { t } from "../messages/categories.gen";
import { CategoryDialog } from "./CategoryDialog";
import { CategoryRows } from "./CategoryRows";
import { DeleteCategory } from "./DeleteCategory";

/** Categories, for admins, in the order of their creation. */
export default function CategoryList() {
  return (
    <RecordList<CategoryResponse> resource="categories" perPage={1000}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const { total, isPending, error } = useListContext<CategoryResponse>();
  const [deleted, setDeleted] = useState<CategoryResponse | null>(null);
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : <span role="status">{t("count", { count: total ?? 0 })}</span>}
      actions={<Add />}
    >
      <Card sx={{ overflow: "clip" }}>
        <Rows onDelete={setDeleted} />
      </Card>
      <DeleteCategory category={deleted} onClose={() => setDeleted(null)} />
      <CategoryDialog />
    </Page>
  );
}

const Add = () => <AddButton label={t("add")} to="/categories/create" />;

function Rows({ onDelete }: { onDelete: (category: CategoryResponse) => void }) {
  return (
    <Records<CategoryResponse>
      texts={{
        loading: t("loading"),
        failed: t("failed.fetch"),
        none: { title: t("none.title"), text: t("none.text") },
      }}
      emptyAction={<Add />}
    >
      {(categories) => <CategoryRows categories={categories} onDelete={onDelete} />}
    </Records>
  );
}
