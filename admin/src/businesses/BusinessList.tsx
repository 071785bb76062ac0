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
import { texts } from "../texts";
import { BulkActions } from "./BulkActions";
import { BusinessCards } from "./BusinessCards";
import { BusinessFilters } from "./BusinessFilters";
import { BusinessTable } from "./BusinessTable";
import { DeleteBusiness } from "./DeleteBusiness";

const BusinessPreview = lazy(() => import("./BusinessPreview"));
const words = texts.businesses;
const NOTHING: PlaceResponse[] = [];

/** Manage Businesses. */
export default function BusinessList() {
  return (
    <Businesses>
      <Manage />
    </Businesses>
  );
}

/** All places for an admin, their own for an owner; name, filters, order and page in the address. */
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

/** What can be done with one row. */
export interface RowActions {
  onView: (place: PlaceResponse) => void;
  onDelete: (place: PlaceResponse) => void;
}

/** The same for those that show the rows; `selection` for those who may change many at once. */
export interface RowsProps extends RowActions {
  places: PlaceResponse[];
  selection: Selection | null;
}

const ids = trashTabIds("businesses", "list");

function Manage() {
  const { total, isPending, error } = useListContext<PlaceResponse>();
  const { may } = useAccount();
  useNewKey(words.add, "/businesses/create");
  return (
    <Page
      title={words.title}
      lead={isPending || error ? "\u00a0" : words.count(total ?? 0)}
      actions={<AddButton />}
    >
      {may("deletePlace") ? (
        <>
          <TrashTabs of="businesses" tab="list" label={words.title} words={words.tabs} />
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

/** The list itself with its search, and what can be done with one row. */
export function Listing() {
  const [viewed, setViewed] = useState<PlaceResponse | null>(null);
  const [doomed, setDoomed] = useState<PlaceResponse | null>(null);
  return (
    <>
      <Card sx={{ overflow: "clip" }}>
        <BusinessFilters />
        <Rows onView={setViewed} onDelete={setDoomed} />
      </Card>
      {viewed && (
        <Suspense>
          <BusinessPreview place={viewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
      <DeleteBusiness place={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function AddButton() {
  return (
    <Button component={Link} to="/businesses/create" variant="contained" startIcon={<Add aria-hidden />}>
      {words.add}
    </Button>
  );
}

function Rows(actions: RowActions) {
  const { data, isPending, error, filterValues } = useListContext<PlaceResponse>();
  const { may } = useAccount();
  const selection = useSelection((data ?? NOTHING).map(({ id }) => id));
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  if (isPending) return <RowsSkeleton label={words.loading} />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length) return Object.keys(filterValues).length > 0 ? <NoneFound /> : <NoneYet />;
  const props: RowsProps = { places: data, selection: may("setStanding") ? selection : null, ...actions };
  return (
    <>
      {isWide ? <BusinessTable {...props} /> : <BusinessCards {...props} />}
      <Pager label={words.title} />
      {props.selection && <BulkActions places={data} selection={props.selection} />}
    </>
  );
}

function NoneFound() {
  const { setFilters } = useListContext();
  return (
    <Empty title={words.none.title} text={words.none.text}>
      <Button onClick={() => setFilters({}, {}, false)}>{words.none.clear}</Button>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title={words.empty.title} text={words.empty.text}>
      <AddButton />
    </Empty>
  );
}
