import { Button, MenuItem } from "@mui/material";
import type { PlaceBulkChanges, CategoryResponse, PlaceResponse } from "@karst/client";
import { useGetList } from "react-admin";
import { AddAlert } from "../alerts/AddAlert";
import { MenuButton } from "../layout/MenuButton";
import { BulkBar } from "../list/BulkBar";
import { focusSelectAll } from "../list/SelectBox";
import { useBulk } from "../list/useBulk";
import { useSelection } from "../list/useSelection";
import { t } from "../messages/businesses.gen";
import { undoUpdatePlaces, updatePlaces } from "../resources";
import { CategoryDot } from "./Marks";

type Change = Omit<PlaceBulkChanges, "ids">;

const FLAGS = [
  ["activate", { isActive: true }],
  ["deactivate", { isActive: false }],
  ["makePremium", { isPremium: true }],
  ["removePremium", { isPremium: false }],
  ["verify", { isVerified: true }],
  ["unverify", { isVerified: false }],
] as const satisfies [string, Change][];

/** The bulk actions on the selected places. */
export function BulkActions({ places }: { places: PlaceResponse[] }) {
  const selection = useSelection();
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  const { isBusy, run } = useBulk({
    undo: undoUpdatePlaces,
    renews: [["businesses"], ["categories"], ["stats"]],
    failed: t("failed.bulk"),
  });
  const selected = places.filter(({ id }) => selection.has(id));
  const used = new Set(selected.flatMap(({ categoryIds }) => categoryIds));

  async function change(change: Change) {
    const ids = [...selection.ids];
    const isDone = await run(
      () => updatePlaces({ ids, ...change }),
      (count) => t("done.bulk", { count }),
    );
    if (!isDone) return;
    selection.remove(ids);
    focusSelectAll();
  }

  return (
    <BulkBar>
      {FLAGS.map(([name, flag]) => (
        <Button key={name} variant="outlined" disabled={isBusy} onClick={() => void change(flag)}>
          {t(`bulk.${name}`)}
        </Button>
      ))}
      {selected.some(({ recheckReason }) => recheckReason) && (
        <Button variant="outlined" disabled={isBusy} onClick={() => void change({ dismissRecheck: true })}>
          {t("bulk.keepUnverified")}
        </Button>
      )}
      <AddAlert places={selected} variant="outlined" />
      <CategoryButton
        label={t("bulk.addCategory")}
        categories={data}
        isBusy={isBusy}
        onSelect={(id) => void change({ addCategoryIds: [id] })}
      />
      <CategoryButton
        label={t("bulk.removeCategory")}
        categories={data.filter(({ id }) => used.has(id))}
        isBusy={isBusy}
        onSelect={(id) => void change({ removeCategoryIds: [id] })}
      />
    </BulkBar>
  );
}

interface CategoryButtonProps {
  label: string;
  categories: CategoryResponse[];
  isBusy: boolean;
  onSelect: (id: number) => void;
}

/** A button with a menu of categories. */
function CategoryButton({ label, categories, isBusy, onSelect }: CategoryButtonProps) {
  return (
    <MenuButton label={label} variant="outlined" disabled={isBusy || categories.length === 0}>
      {(close) =>
        categories.map((category) => (
          <MenuItem
            key={category.id}
            onClick={() => {
              close();
              onSelect(category.id);
            }}
          >
            <CategoryDot category={category} />
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
