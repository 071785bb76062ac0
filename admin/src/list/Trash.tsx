import RestoreFromTrash from "@mui/icons-material/RestoreFromTrash";
import { Box, Button, Card, List, ListItem, Typography } from "@mui/material";
import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { Link } from "react-router-dom";
import { ago, dayOf } from "../kit/dates";
import { focusMain } from "../layout/focusMain";
import { Page } from "../layout/Page";
import { t } from "../messages/list.gen";
import { RecordList } from "./RecordList";
import { Records } from "./Records";
import { TrashTabs } from "./TrashTabs";
import { useRestoring, type WayBack } from "./useRestoring";

/** The resources of a list and its trash, and how their records are restored. */
export interface WayOut extends WayBack {
  list: string;
  trash: string;
}

/** A record in the trash. */
export interface Lost extends RaRecord {
  id: number;
  deletedAt: string | null;
  keptUntil: string | null;
}

interface TrashProps<Item extends Lost> {
  wayBack: WayOut;
  title: string;
  words: {
    tabs: { list: string; trash: string };
    lead: string;
    loading: string;
    fetchFailed: string;
    back: string;
    empty: { title: string; text: string };
  };
  name: (item: Item) => string;
  /** Details of the record, and whether it becomes public when it is restored. */
  details: (item: Item) => ReactNode;
}

/** The deleted records, each with a button that restores it. */
export function Trash<Item extends Lost>(props: TrashProps<Item>) {
  const { wayBack, title, words } = props;
  return (
    <RecordList<Item> resource={wayBack.trash}>
      <Page title={title} lead={words.lead}>
        <TrashTabs of={wayBack.list} tab="trash" label={title} words={words.tabs}>
          <Card sx={{ overflow: "clip" }}>
            <Items {...props} />
          </Card>
        </TrashTabs>
      </Page>
    </RecordList>
  );
}

function Items<Item extends Lost>({ wayBack, words, name, details }: TrashProps<Item>) {
  const { restore, restoring } = useRestoring(wayBack);
  return (
    <Records<Item>
      label={words.tabs.trash}
      texts={{ loading: words.loading, failed: words.fetchFailed, none: words.empty }}
      emptyAction={
        <Button component={Link} to={`/${wayBack.list}`}>
          {words.back}
        </Button>
      }
    >
      {(items) => (
        <List disablePadding aria-label={words.tabs.trash}>
          {items.map((item) => (
            <ListItem key={item.id} divider sx={{ gap: 2, flexWrap: "wrap", py: 1.5, px: 2 }}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>
                  <bdi>{name(item)}</bdi>
                </Typography>
                <Typography
                  component="div"
                  variant="body2"
                  sx={{ color: "text.secondary", display: "flex", flexWrap: "wrap", columnGap: 1.5 }}
                >
                  {details(item)}
                  {item.deletedAt && <span>{t("trash.deleted", { time: ago(item.deletedAt) })}</span>}
                  {item.keptUntil && <span>{t("trash.keptUntil", { day: dayOf(item.keptUntil) })}</span>}
                </Typography>
              </Box>
              <Button
                variant="outlined"
                startIcon={<RestoreFromTrash aria-hidden />}
                aria-label={t("trash.restoreRecord", { name: name(item) })}
                disabled={restoring !== null}
                // The row disappears, and with it its button.
                onClick={() => void restore(item).then((isDone) => isDone && focusMain())}
              >
                {t("trash.restore")}
              </Button>
            </ListItem>
          ))}
        </List>
      )}
    </Records>
  );
}
