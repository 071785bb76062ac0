import { Box } from "@mui/material";
import type { ReactNode } from "react";
import { SelectAllRow, SelectBox } from "../list/SelectBox";
import { ITEM_ATTRIBUTE } from "./useQueue";

interface QueueListProps<Item> {
  items: Item[];
  /** The name of the queue. */
  label: string;
  /** The name of an item. */
  nameOf: (item: Item) => string;
  current: number | null;
  onFocusItem: (id: number) => void;
  /** Whether the items can be decided in bulk. */
  isSelectable: boolean;
  children: (item: Item) => ReactNode;
}

/** The queue. The current item is marked; the keys move the focus to it. */
export function QueueList<Item extends { id: number }>({
  items,
  label,
  nameOf,
  current,
  onFocusItem,
  isSelectable,
  children,
}: QueueListProps<Item>) {
  return (
    <>
      {isSelectable && <SelectAllRow />}
      <Box component="ol" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {items.map((item) => (
          <Box
            component="li"
            key={item.id}
            {...{ [ITEM_ATTRIBUTE]: item.id }}
            tabIndex={-1}
            aria-label={nameOf(item)}
            aria-current={item.id === current || undefined}
            onFocus={() => onFocusItem(item.id)}
            sx={{
              px: 2,
              py: 2,
              borderBottom: 1,
              borderColor: "divider",
              borderInlineStart: "4px solid transparent",
              scrollMarginBlock: 80,
              '&[aria-current="true"]': { borderInlineStartColor: "secondary.main" },
              "&:focus-visible": {
                outline: (theme) => `3px solid ${theme.tokens["color-link"]}`,
                outlineOffset: -3,
              },
            }}
          >
            {isSelectable ? (
              <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start" }}>
                <SelectBox id={item.id} name={nameOf(item)} />
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children(item)}</Box>
              </Box>
            ) : (
              children(item)
            )}
          </Box>
        ))}
      </Box>
    </>
  );
}
