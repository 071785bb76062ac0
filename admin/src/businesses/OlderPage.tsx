import { Box, Tab as MuiTab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { Page } from "../layout/Page";
import { t } from "../messages/businesses.gen";
import { NewBusiness } from "./BusinessCreate";
import { Businesses, Listing } from "./BusinessList";

type Tab = "add" | "manage";

/** The path of each tab. Switching tabs is a navigation, so it asks about unsaved changes. */
const PATHS: Record<Tab, string> = { add: "/admin/add", manage: "/admin" };
const TABS = Object.keys(PATHS) as Tab[];

/** The older business page: the list and the form of the portal, as two tabs (R125). */
export default function OlderPage({ tab }: { tab: Tab }) {
  return (
    <Page title={t("legacy.title")} lead={t("legacy.lead")}>
      <Tabs
        value={tab}
        aria-label={t("legacy.title")}
        sx={{ borderBottom: 1, borderColor: "divider", mb: 3 }}
      >
        {TABS.map((one) => (
          <MuiTab
            key={one}
            value={one}
            id={`older-${one}`}
            aria-controls={one === tab ? "older-panel" : undefined}
            component={Link}
            to={PATHS[one]}
            label={one === "add" ? t("add") : t("title")}
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
