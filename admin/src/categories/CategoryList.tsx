import Add from "@mui/icons-material/Add";
import { Box, Button, Card } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useState } from "react";
import { ListBase, useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { useNewKey } from "../list/useNewKey";
import { t } from "../messages/categories.gen";
import { CategoryDialog } from "./CategoryDialog";
import { CategoryRows } from "./CategoryRows";
import { DeleteCategory } from "./DeleteCategory";

/** Categories, for admins, in the order of their creation. */
export default function CategoryList() {
  const { account, may } = useAccount();
  if (!may("manageCategories")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} text={t("accessDenied")} />
      </Box>
    );
  }
  return (
    <ListBase<CategoryResponse>
      resource="categories"
      perPage={1000}
      // The screen shows the error with a retry button.
      queryOptions={{ onError: () => {} }}
      exporter={false}
    >
      <Manage />
    </ListBase>
  );
}

function Manage() {
  const { total, isPending, error } = useListContext<CategoryResponse>();
  const [deleted, setDeleted] = useState<CategoryResponse | null>(null);
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : <span role="status">{t("count", { count: total ?? 0 })}</span>}
      actions={<AddButton />}
    >
      <Card sx={{ overflow: "clip" }}>
        <Rows onDelete={setDeleted} />
      </Card>
      <DeleteCategory category={deleted} onClose={() => setDeleted(null)} />
      <CategoryDialog />
    </Page>
  );
}

const NEW = "/categories/create";

function AddButton() {
  useNewKey(t("add"), NEW);
  return (
    <Button component={Link} to={NEW} variant="contained" startIcon={<Add aria-hidden />}>
      {t("add")}
    </Button>
  );
}

function Rows({ onDelete }: { onDelete: (category: CategoryResponse) => void }) {
  const { data, isPending, error } = useListContext<CategoryResponse>();
  if (isPending) return <RowsSkeleton label={t("loading")} />;
  if (error) return <ListFailed title={t("failed.fetch")} error={error} />;
  if (!data?.length) {
    return (
      <Empty title={t("empty.title")} text={t("empty.text")}>
        <AddButton />
      </Empty>
    );
  }
  return <CategoryRows categories={data} onDelete={onDelete} />;
}
