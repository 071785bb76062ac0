import { Tab as MuiTab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { texts } from "../texts";

const words = texts.businesses.tabs;

/** Each tab has an address. The panel it controls is named after it. */
const PATHS = { list: "/businesses", trash: "/businesses/trash" } as const;
type Tab = keyof typeof PATHS;

export const panelId = (tab: Tab) => `manage-panel-${tab}`;
export const tabId = (tab: Tab) => `manage-${tab}`;

/** What there is, and what was deleted: for those who may delete. */
export function ManageTabs({ tab }: { tab: Tab }) {
  const { may } = useAccount();
  if (!may("deletePlace")) return null;
  return (
    <Tabs
      value={tab}
      aria-label={texts.businesses.title}
      sx={{ borderBottom: 1, borderColor: "divider", mb: 3 }}
    >
      {(Object.keys(PATHS) as Tab[]).map((one) => (
        <MuiTab
          key={one}
          value={one}
          id={tabId(one)}
          aria-controls={one === tab ? panelId(one) : undefined}
          component={Link}
          to={PATHS[one]}
          label={words[one]}
        />
      ))}
    </Tabs>
  );
}
