import { Box, Tab as MuiTab, Tabs } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

type Tab = "list" | "trash";

interface TrashTabsProps {
  /** The resource. Its list is at `/{of}`, its trash at `/{of}/trash`. */
  of: string;
  tab: Tab;
  /** The accessible name of the tabs. */
  label: string;
  words: Record<Tab, string>;
  /** The content of the tab. */
  children: ReactNode;
}

/** The tabs of a list and its trash, each with its own path. */
export function TrashTabs({ of, tab, label, words, children }: TrashTabsProps) {
  const paths = { list: `/${of}`, trash: `/${of}/trash` };
  const panel = `${of}-panel-${tab}`;
  return (
    <>
      <Tabs value={tab} aria-label={label} sx={{ borderBottom: 1, borderColor: "divider", mb: 3 }}>
        {(Object.keys(paths) as Tab[]).map((one) => (
          <MuiTab
            key={one}
            value={one}
            id={`${of}-${one}`}
            aria-controls={one === tab ? panel : undefined}
            component={Link}
            to={paths[one]}
            label={words[one]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={panel} aria-labelledby={`${of}-${tab}`}>
        {children}
      </Box>
    </>
  );
}
