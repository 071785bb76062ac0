import Add from "@mui/icons-material/Add";
import { Alert, AlertTitle, Button, Card, Stack, Typography, useMediaQuery, type Theme } from "@mui/material";
import type { PlaceView } from "@karst/client";
import { lazy, Suspense, useState } from "react";
import { ListBase, useListContext } from "react-admin";
import { Link } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { Reason } from "../layout/Toasts";
import { texts } from "../texts";
import { BusinessCards } from "./BusinessCards";
import { BusinessFilters } from "./BusinessFilters";
import { BusinessTable } from "./BusinessTable";
import { DeleteBusiness } from "./DeleteBusiness";
import { ListSkeleton } from "./ListSkeleton";
import { Pager } from "./Pager";

const BusinessPreview = lazy(() => import("./BusinessPreview"));
const words = texts.businesses;

/** Manage Businesses: all places for an admin, their own for an owner; name, filters, order and page in the address. */
export default function BusinessList() {
  const { account, may } = useAccount();
  return (
    <ListBase<PlaceView>
      resource="businesses"
      perPage={25}
      sort={{ field: "name", order: "ASC" }}
      filter={may("listAll") ? {} : { ownerId: account?.uid }}
      // The screen shows the failure itself, with a way to try again.
      queryOptions={{ onError: () => {} }}
      exporter={false}
    >
      <Manage />
    </ListBase>
  );
}

/** What can be done with one row. */
export interface RowActions {
  onView: (place: PlaceView) => void;
  onDelete: (place: PlaceView) => void;
}

function Manage() {
  const { total, isPending, error } = useListContext<PlaceView>();
  const [viewed, setViewed] = useState<PlaceView | null>(null);
  const [doomed, setDoomed] = useState<PlaceView | null>(null);
  return (
    <Page
      title={words.title}
      lead={isPending || error ? "\u00a0" : words.count(total ?? 0)}
      actions={<AddButton />}
    >
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
    </Page>
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
  const { data, isPending, error, filterValues } = useListContext<PlaceView>();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  if (isPending) return <ListSkeleton />;
  if (error) return <Failed error={error} />;
  if (!data?.length) return Object.keys(filterValues).length > 0 ? <NoneFound /> : <NoneYet />;
  return (
    <>
      {isWide ? <BusinessTable places={data} {...actions} /> : <BusinessCards places={data} {...actions} />}
      <Pager />
    </>
  );
}

function Failed({ error }: { error: unknown }) {
  const { refetch } = useListContext();
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={<Button onClick={() => void refetch()}>{texts.portal.tryAgain}</Button>}
    >
      <AlertTitle>{words.failed.fetch}</AlertTitle>
      <Reason error={error} />
    </Alert>
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

function Empty({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <Stack role="status" spacing={1} sx={{ alignItems: "center", textAlign: "center", py: 8, px: 2 }}>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ color: "text.secondary", pb: 1 }}>{text}</Typography>
      {children}
    </Stack>
  );
}
