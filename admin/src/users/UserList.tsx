import PersonAddAlt from "@mui/icons-material/PersonAddAlt";
import { Button, Card, Typography } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link, useLocation } from "react-router-dom";
import { Page } from "../layout/Page";
import { Empty, ListFailed } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { RecordList } from "../list/RecordList";
import { useNewKey } from "../list/useNewKey";
import { CardsSkeleton } from "./CardsSkeleton";
import { DeleteUser } from "./DeleteUser";
import { ExportButton } from "./ExportButton";
import { useCounts } from "./useCounts";
import { UserCards } from "./UserCards";
import { UserDialog } from "./UserDialog";
import { UserFilters } from "./UserFilters";
import { UserStats } from "./UserStats";
import { words } from "./words";

/** User Management, for admins: everybody with an account; search, role, order and page in the address. */
export default function UserList() {
  return (
    <RecordList<UserResponse> resource="users" sort={{ field: "createdAt", order: "DESC" }}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const [doomed, setDoomed] = useState<UserResponse | null>(null);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ExportButton />
          <AddButton />
        </>
      }
    >
      <UserStats />
      <Card sx={{ mt: 3, overflow: "clip" }}>
        <UserFilters />
        <Rows onDelete={setDoomed} />
      </Card>
      <DeleteUser user={doomed} onClose={() => setDoomed(null)} />
      <UserDialog />
    </Page>
  );
}

function AddButton() {
  const { search } = useLocation();
  const to = { pathname: "/users/create", search };
  useNewKey(words.add, to);
  return (
    <Button component={Link} to={to} variant="contained" startIcon={<PersonAddAlt aria-hidden />}>
      {words.add}
    </Button>
  );
}

function Rows({ onDelete }: { onDelete: (user: UserResponse) => void }) {
  const { data, isPending, error, filterValues } = useListContext<UserResponse>();
  if (isPending) return <CardsSkeleton />;
  if (error) return <ListFailed title={words.failed.fetch} error={error} />;
  if (!data?.length) return Object.keys(filterValues).length > 0 ? <NoneFound /> : <NoneYet />;
  return (
    <>
      <Showing shown={data.length} />
      <UserCards users={data} onDelete={onDelete} />
      <Pager label={words.list} />
    </>
  );
}

/** How many of all users are on the screen. */
function Showing({ shown }: { shown: number }) {
  const { total = shown } = useListContext();
  const { data: counts } = useCounts();
  return (
    <Typography role="status" variant="body2" sx={{ color: "text.secondary", px: 2, pt: 2 }}>
      {words.showing(shown, counts?.total ?? total)}
    </Typography>
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
