import { Tab as MuiTab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";

type Tab = "list" | "trash";

interface TrashTabsProps {
  /** The resource, whose list stands at its address and whose trash below it. */
  of: string;
  tab: Tab;
  /** What the tabs belong to. */
  label: string;
  words: Record<Tab, string>;
}

/** What a tab's panel and the tab are known by. The panel it controls is named after it. */
export const trashTabIds = (of: string, tab: Tab) => ({ panel: `${of}-panel-${tab}`, tab: `${of}-${tab}` });

/** What there is, and what was deleted, each at an address. */
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
