import { Tab as MuiTab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";

type Tab = "list" | "trash";

interface TrashTabsProps {
  /** The resource. Its list is at `/{of}`, its trash at `/{of}/trash`. */
  of: string;
  tab: Tab;
  /** The accessible name of the tabs. */
  label: string;
  words: Record<Tab, string>;
}

/** The ids of a tab and of its panel, which refer to each other. */
export const trashTabIds = (of: string, tab: Tab) => ({ panel: `${of}-panel-${tab}`, tab: `${of}-${tab}` });

/** The tabs of a list and its trash, each with its own path. */
export function TrashTabs({ of, tab, label, words }: TrashTabsProps) {
  const paths = { list: `/${of}`, trash: `/${of}/trash` };
  return (
    <Tabs value={tab} aria-label={label} sx={{ borderBottom: 1, borderColor: "divider", mb: 3 }}>
      {(Object.keys(paths) as Tab[]).map((one) => (
        <MuiTab
          key={one}
          value={one}
          id={trashTabIds(of, one).tab}
          aria-controls={one === tab ? trashTabIds(of, one).panel : undefined}
          component={Link}
          to={paths[one]}
          label={words[one]}
        />
      ))}
    </Tabs>
  );
}
