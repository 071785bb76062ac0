import { Box } from "@mui/material";
import type { ReactNode } from "react";
import { words as entryWords } from "../guestbook/words";
import { SelectAllRow, SelectBox } from "../list/SelectBox";
import type { Selection } from "../list/useSelection";
import { ITEM } from "./useQueue";
import { words } from "./words";

interface QueueListProps<Item> {
  items: Item[];
  current: number | null;
  onTakeUp: (id: number) => void;
  /** Where several can be decided at once. */
  selection: Selection | null;
  children: (item: Item) => ReactNode;
}

/** The queue: the item at hand is marked, and is where the focus is when it is moved by keys. */
export function QueueList<Item extends { id: number; authorName: string }>({
  items,
  current,
  onTakeUp,
  selection,
  children,
}: QueueListProps<Item>) {
  return (
    <>
      {selection && <SelectAllRow selection={selection} />}
      <Box component="ol" aria-label={words.queue} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {items.map((item) => (
          <Box
            component="li"
            key={item.id}
            {...{ [ITEM]: item.id }}
            tabIndex={-1}
            aria-label={item.authorName}
            aria-current={item.id === current || undefined}
            onFocus={() => onTakeUp(item.id)}
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
            {selection ? (
              <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start" }}>
                <SelectBox
                  selection={selection}
                  id={item.id}
                  name={item.authorName || entryWords.anonymous}
                />
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
