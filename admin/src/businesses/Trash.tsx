import RestoreFromTrash from "@mui/icons-material/RestoreFromTrash";
import { Box, Button, Card, List, ListItem, Typography } from "@mui/material";
import type { TrashItem } from "@karst/client";
import { ListBase, useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { ago } from "../kit/dates";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { focusMain } from "../layout/focusMain";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { texts } from "../texts";
import { ManageTabs, panelId, tabId } from "./ManageTabs";
import { CategoryDot } from "./Marks";
import { useRestoring } from "./useRestoring";

const words = texts.businesses;

/** The places that were deleted, and the way back for each. */
export default function Trash() {
  const { account, may } = useAccount();
  if (!may("deletePlace")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} />
      </Box>
    );
  }
  return (
    <ListBase<TrashItem>
      resource="trash"
      perPage={25}
      // The screen shows the failure itself, with a way to try again.
      queryOptions={{ onError: () => {} }}
      exporter={false}
    >
      <Page title={words.title} lead={words.trash.lead}>
        <ManageTabs tab="trash" />
        <Card
          role="tabpanel"
          id={panelId("trash")}
          aria-labelledby={tabId("trash")}
          sx={{ overflow: "clip" }}
        >
          <Items />
        </Card>
      </Page>
    </ListBase>
  );
}

function Items() {
  const { data, isPending, error } = useListContext<TrashItem>();
  const { restore, restoring } = useRestoring();
  if (isPending) return <RowsSkeleton label={texts.businesses.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length) {
    return (
      <Empty {...words.trash.empty}>
        <Button component={Link} to="/businesses">
          {words.trash.back}
        </Button>
      </Empty>
    );
  }
  return (
    <>
      <List disablePadding aria-label={words.tabs.trash}>
        {data.map((item) => (
          <ListItem key={item.id} divider sx={{ gap: 2, flexWrap: "wrap", py: 1.5, px: 2 }}>
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{item.name}</Typography>
              <Typography
                component="div"
                variant="body2"
                sx={{ color: "text.secondary", display: "flex", flexWrap: "wrap", columnGap: 1.5 }}
              >
                {item.category && <CategoryDot category={item.category} />}
                {item.deletedAt && <span>{words.trash.since(ago(item.deletedAt))}</span>}
                <span>{item.isActive ? words.trash.willShow : words.trash.willHide}</span>
              </Typography>
            </Box>
            <Button
              variant="outlined"
              startIcon={<RestoreFromTrash aria-hidden />}
              aria-label={words.trash.restoreOf(item.name)}
              disabled={restoring !== null}
              // The row goes, and its button with it.
              onClick={() => void restore(item).then((isDone) => isDone && focusMain())}
            >
              {words.trash.restore}
            </Button>
          </ListItem>
        ))}
      </List>
      <Pager label={words.tabs.trash} />
    </>
  );
}
