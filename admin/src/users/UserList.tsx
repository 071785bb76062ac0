import PersonAddAlt from "@mui/icons-material/PersonAddAlt";
import { Card, Typography } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { listTexts } from "../kit/texts";
import { AddButton } from "../list/AddButton";
import { RecordList } from "../list/RecordList";
import { Page } from "../layout/Page";
import { Records } from "../list/Records";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/users.gen";
import { CardsSkeleton } from "./CardsSkeleton";
import { DeleteUser } from "./DeleteUser";
import { ExportUsers } from "./ExportUsers";
import { useCounts } from "./useCounts";
import { UserCards } from "./UserCards";
import { UserDialog } from "./UserDialog";
import { UserFilters } from "./UserFilters";
import { UserStats } from "./UserStats";

/** User Management, for admins: all accounts. The URL holds search, role, order and page. */
export default function UserList() {
  return (
    <RecordList<UserResponse> resource="users" sort={{ field: "createdAt", order: "DESC" }}>
      <Manage />
    </RecordList>
  );
}

function Manage() {
  const [userToDelete, setUserToDelete] = useState<UserResponse | null>(null);
  return (
    <Page
      title={tLayout("section.users")}
      lead={t("lead")}
      actions={
        <>
          <ExportUsers />
          <Add />
        </>
      }
    >
      <UserStats />
      <Card sx={{ mt: 3, overflow: "clip" }}>
        <UserFilters />
        <Rows onDelete={setUserToDelete} />
      </Card>
      <DeleteUser user={userToDelete} onClose={() => setUserToDelete(null)} />
      <UserDialog />
    </Page>
  );
}

const Add = () => (
  <AddButton label={t("add")} to="/users/create" keepsSearch icon={<PersonAddAlt aria-hidden />} />
);

function Rows({ onDelete }: { onDelete: (user: UserResponse) => void }) {
  return (
    <Records<UserResponse>
      label={t("list")}
      texts={listTexts(t, "none")}
      skeleton={<CardsSkeleton />}
      emptyAction={<Add />}
    >
      {(users) => (
        <>
          <Showing shown={users.length} />
          <UserCards users={users} onDelete={onDelete} />
        </>
      )}
    </Records>
  );
}

/** The number of users on the screen, and of all. */
function Showing({ shown }: { shown: number }) {
  const { total = shown } = useListContext();
  const { data: counts } = useCounts();
  return (
    <Typography role="status" variant="body2" sx={{ color: "text.secondary", px: 2, pt: 2 }}>
      {t("showing", { shown, total: counts?.total ?? total })}
    </Typography>
  );
}
