import { Box, Tab as MuiTab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { Page } from "../layout/Page";
import { texts } from "../texts";
import { NewBusiness } from "./BusinessCreate";
import { Businesses, Listing } from "./BusinessList";

const words = texts.older;

type Tab = keyof typeof words.tabs;

/** Each tab has an address: a form with unsaved changes asks before one leaves it for the other. */
const PATHS: Record<Tab, string> = { add: "/admin/add", manage: "/admin" };
const TABS = Object.keys(PATHS) as Tab[];

/** The older business page: the list and the form of the portal, as two tabs (R125). */
export default function OlderPage({ tab }: { tab: Tab }) {
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs value={tab} aria-label={words.title} sx={{ borderBottom: 1, borderColor: "divider", mb: 3 }}>
        {TABS.map((one) => (
          <MuiTab
            key={one}
            value={one}
            id={`older-${one}`}
            aria-controls={one === tab ? "older-panel" : undefined}
            component={Link}
            to={PATHS[one]}
            label={words.tabs[one]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="older-panel" aria-labelledby={`older-${tab}`}>
        {tab === "add" ? (
          <NewBusiness />
        ) : (
          <Businesses>
            <Listing />
          </Businesses>
        )}
      </Box>
    </Page>
  );
}
