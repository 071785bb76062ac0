import { Card, useMediaQuery, type Theme } from "@mui/material";
import type { PlaceResponse } from "@karst/client";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useListContext } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { listTexts } from "../kit/texts";
import { Page } from "../layout/Page";
import { AddButton } from "../list/AddButton";
import { RecordList } from "../list/RecordList";
import { Records } from "../list/Records";
import { TrashTabs } from "../list/TrashTabs";
import { t } from "../messages/businesses.gen";
import { BulkActions } from "./BulkActions";
import { BusinessCards } from "./BusinessCards";
import { BusinessFilters } from "./BusinessFilters";
import { BusinessTable } from "./BusinessTable";
import { DeleteBusiness } from "./DeleteBusiness";
import { ExportPlaces } from "./ExportPlaces";

const BusinessPreview = lazy(() => import("./BusinessPreview"));

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

/** The props of the table and the cards. */
export interface RowsProps extends RowActions {
  places: PlaceResponse[];
  /** Whether the account may change several places at once. */
  isSelectable: boolean;
}

function Manage() {
  const { total, isPending, error } = useListContext<PlaceResponse>();
  const { may } = useAccount();
  return (
    <Page
      title={t("title")}
      lead={isPending || error ? "\u00a0" : t("count", { count: total ?? 0 })}
      actions={
        <>
          {may("listAll") && <ExportPlaces />}
          <Add />
        </>
      }
    >
      {may("deletePlace") ? (
        <TrashTabs
          of="businesses"
          tab="list"
          label={t("title")}
          words={{ list: t("tabs.list"), trash: t("tabs.trash") }}
        >
          <Listing />
        </TrashTabs>
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

const Add = () => <AddButton label={t("add")} to="/businesses/create" />;

function Rows(actions: RowActions) {
  const { may } = useAccount();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const isSelectable = may("setStanding");
  const RowsOfWidth = isWide ? BusinessTable : BusinessCards;
  return (
    <Records<PlaceResponse> label={t("title")} texts={listTexts(t, "none")} emptyAction={<Add />}>
      {(places) => (
        <>
          <RowsOfWidth places={places} isSelectable={isSelectable} {...actions} />
          {isSelectable && <BulkActions places={places} />}
        </>
      )}
    </Records>
  );
}
