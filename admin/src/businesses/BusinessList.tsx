import Add from "@mui/icons-material/Add";
import { Box, Button, Card, useMediaQuery, type Theme } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { RecordList } from "../list/RecordList";
import { TrashTabs, trashTabIds } from "../list/TrashTabs";
import { useNewKey } from "../list/useNewKey";
import { useSelection, type Selection } from "../list/useSelection";
import { t } from "../messages/businesses.gen";
import { BulkActions } from "./BulkActions";
import { BusinessCards } from "./BusinessCards";
import { BusinessFilters } from "./BusinessFilters";
import { BusinessTable } from "./BusinessTable";
import { DeleteBusiness } from "./DeleteBusiness";

const BusinessPreview = lazy(() => import("./BusinessPreview"));
const NOTHING: PlaceResponse[] = [];

/** Manage Businesses. */
export default function BusinessList() {
  return (
    <Businesses>
      <Manage />
    </Businesses>
  );
}

/** All places for an admin, their own for an owner; search, filters, order and page are in the URL. */
export function Businesses({ children }: { children: ReactNode }) {
  const { account, may } = useAccount();
  return (
    <RecordList<PlaceResponse>
      resource="businesses"
      sort={{ field: "name", order: "ASC" }}
      filter={may("listAll") ? {} : { ownerId: account?.uid }}
    >
      {children}
    </RecordList>
  );
}

/** The actions of a row. */
export interface RowActions {
  onView: (place: PlaceResponse) => void;
  onDelete: (place: PlaceResponse) => void;
}

/** The props of the table and the cards; `selection` is null for accounts without bulk actions. */
export interface RowsProps extends RowActions {
  places: PlaceResponse[];
  selection: Selection | null;
}

const ids = trashTabIds("businesses", "list");

function Manage() {
  const { total, isPending, error } = useListContext<PlaceResponse>();
  const { may } = useAccount();
  useNewKey(t("add"), "/businesses/create");
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : t("count", { count: total ?? 0 })}
      actions={<AddButton />}
    >
      {may("deletePlace") ? (
        <>
          <TrashTabs
            of="businesses"
            tab="list"
            label={t("title")}
            words={{ list: t("tabs.list"), trash: t("tabs.trash") }}
          />
          <Box role="tabpanel" id={ids.panel} aria-labelledby={ids.tab}>
            <Listing />
          </Box>
        </>
      ) : (
        <Listing />
      )}
    </Page>
  );
}

/** The list with its search and the dialogs of its rows. */
export function Listing() {
  const [previewed, setPreviewed] = useState<PlaceResponse | null>(null);
  const [deleted, setDeleted] = useState<PlaceResponse | null>(null);
  return (
    <>
      <Card sx={{ overflow: "clip" }}>
        <BusinessFilters />
        <Rows onView={setPreviewed} onDelete={setDeleted} />
      </Card>
      {previewed && (
        <Suspense>
          <BusinessPreview place={previewed} onClose={() => setPreviewed(null)} />
        </Suspense>
      )}
      <DeleteBusiness place={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

function AddButton() {
  return (
    <Button component={Link} to="/businesses/create" variant="contained" startIcon={<Add aria-hidden />}>
      {t("add")}
    </Button>
  );
}

function Rows(actions: RowActions) {
  const { data, isPending, error, filterValues } = useListContext<PlaceResponse>();
  const { may } = useAccount();
  const selection = useSelection((data ?? NOTHING).map(({ id }) => id));
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  if (isPending) return <RowsSkeleton label={t("loading")} />;
  if (error) return <ListFailed title={t("failed.fetch")} error={error} />;
  if (!data?.length) return Object.keys(filterValues).length > 0 ? <NoneFound /> : <NoneYet />;
  const props: RowsProps = { places: data, selection: may("setStanding") ? selection : null, ...actions };
  return (
    <>
      {isWide ? <BusinessTable {...props} /> : <BusinessCards {...props} />}
      <Pager label={t("title")} />
      {props.selection && <BulkActions places={data} selection={props.selection} />}
    </>
  );
}

function NoneFound() {
  const { setFilters } = useListContext();
  return (
    <Empty title={t("noneFound.title")} text={t("noneFound.text")}>
      <Button onClick={() => setFilters({}, {}, false)}>{t("noneFound.clear")}</Button>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title={t("empty.title")} text={t("empty.text")}>
      <AddButton />
    </Empty>
  );
}
