import { Button, Menu, MenuItem } from "@mui/material";
import type { BulkChanges, CategoryResponse, PlaceResponse } from "@karst/client";
import { useId, useState } from "react";
import { useGetList } from "react-admin";
import { BulkBar } from "../list/BulkBar";
import { focusSelectAll } from "../list/SelectBox";
import { useBulk } from "../list/useBulk";
import type { Selection } from "../list/useSelection";
import { undoUpdatePlaces, updatePlaces } from "../resources";
import { texts } from "../texts";
import { CategoryDot } from "./Marks";

const { bulk: words, failed } = texts.businesses;

type Change = Omit<BulkChanges, "ids">;

const FLAGS: [keyof typeof words.flags, Change][] = [
  ["activate", { isActive: true }],
  ["deactivate", { isActive: false }],
  ["feature", { isPremium: true }],
  ["unfeature", { isPremium: false }],
  ["verify", { isVerified: true }],
  ["unverify", { isVerified: false }],
];

/** What can be done with the places that are selected. */
export function BulkActions({ places, selection }: { places: PlaceResponse[]; selection: Selection }) {
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  const { isBusy, run } = useBulk({
    undo: undoUpdatePlaces,
    renews: [["businesses"], ["categories"], ["stats"]],
    failed: failed.bulk,
  });
  const selected = places.filter(({ id }) => selection.has(id));
  const used = new Set(selected.flatMap(({ categoryIds }) => categoryIds));

  async function change(change: Change) {
    const ids = [...selection.ids];
    const isDone = await run(() => updatePlaces({ ids, ...change }), words.done);
    if (!isDone) return;
    selection.remove(ids);
    focusSelectAll();
  }

  return (
    <BulkBar selection={selection}>
      {FLAGS.map(([name, flag]) => (
        <Button key={name} variant="outlined" disabled={isBusy} onClick={() => void change(flag)}>
          {words.flags[name]}
        </Button>
      ))}
      {selected.some(({ recheckReason }) => recheckReason) && (
        <Button variant="outlined" disabled={isBusy} onClick={() => void change({ dismissRecheck: true })}>
          {words.dismissRecheck}
        </Button>
      )}
      <CategoryButton
        label={words.addCategory}
        categories={data}
        isBusy={isBusy}
        onChosen={(id) => void change({ addCategoryIds: [id] })}
      />
      <CategoryButton
        label={words.removeCategory}
        categories={data.filter(({ id }) => used.has(id))}
        isBusy={isBusy}
        onChosen={(id) => void change({ removeCategoryIds: [id] })}
      />
    </BulkBar>
  );
}

interface CategoryButtonProps {
  label: string;
  categories: CategoryResponse[];
  isBusy: boolean;
  onChosen: (id: number) => void;
}

/** A button that asks which category. */
function CategoryButton({ label, categories, isBusy, onChosen }: CategoryButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        id={id}
        variant="outlined"
        disabled={isBusy || categories.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        // Inside the landmark that its button is in.
        disablePortal
        slotProps={{ list: { "aria-labelledby": id } }}
      >
        {categories.map((category) => (
          <MenuItem
            key={category.id}
            onClick={() => {
              setAnchor(null);
              onChosen(category.id);
            }}
          >
            <CategoryDot category={category} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
