import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import { Box, Button, Chip, Tooltip, Typography } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { Link, useLocation } from "react-router-dom";
import { useAccount } from "../identity/useAccount";
import { dateOf, longDate } from "../kit/dates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/users.gen";
import { PendingInvitation } from "./PendingInvitation";
import { RoleBadge, RoleIcon } from "./RoleBadge";
import { fullName } from "./shape";

interface UserCardsProps {
  users: UserResponse[];
  onDelete: (user: UserResponse) => void;
}

/** The users of this page of the list as cards. */
export function UserCards({ users, onDelete }: UserCardsProps) {
  return (
    <Box
      component="ul"
      aria-label={t("list")}
      sx={{
        listStyle: "none",
        m: 0,
        p: 2,
        display: "grid",
        gap: 1.5,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 340px), 1fr))",
      }}
    >
      {users.map((user) => (
        <UserCard key={user.id} user={user} onDelete={() => onDelete(user)} />
      ))}
    </Box>
  );
}

function UserCard({ user, onDelete }: { user: UserResponse; onDelete: () => void }) {
  const isOwn = useAccount().account?.uid === user.id;
  const name = fullName(user);
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexDirection: "column",
        border: 1,
        borderColor: "divider",
        borderRadius: "14px",
        borderStyle: user.isActive ? "solid" : "dashed",
      }}
    >
      <Box sx={{ display: "flex", gap: 1.5, p: 2, pb: 1, flexGrow: 1 }}>
        <RoleIcon role={user.role} />
        <Box sx={{ minWidth: 0, flexGrow: 1 }}>
          <Typography component="h2" variant="h3" sx={{ overflowWrap: "anywhere" }}>
            <bdi>{name}</bdi>
          </Typography>
          <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            {user.email}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, mt: 1 }}>
            <RoleBadge role={user.role} />
            {!user.isActive && <OutlinedBadge label={t("card.inactive")} />}
            {isOwn && <OutlinedBadge label={t("card.you")} />}
            {!user.isEmailVerified && <OutlinedBadge label={t("card.unverified")} />}
          </Box>
          <PendingInvitation invitedAt={user.invitedAt} />
          <Box
            component="dl"
            sx={{ m: 0, mt: 1.25, display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.25 }}
          >
            <Day label={t("card.joined")} time={user.createdAt} />
            <Day label={t("card.updated")} time={user.updatedAt} />
          </Box>
        </Box>
      </Box>
      <CardButtons id={user.id} name={name} onDelete={onDelete} />
    </Box>
  );
}

function OutlinedBadge({ label }: { label: string }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      label={label}
      sx={{ color: "text.secondary", borderStyle: "dashed" }}
    />
  );
}

function Day({ label, time }: { label: string; time: string }) {
  return (
    <Box sx={{ display: "flex", gap: 0.5, fontSize: "0.8125rem", color: "text.secondary" }}>
      <dt>{label}</dt>
      <Tooltip title={longDate(time)}>
        <Box component="dd" sx={{ m: 0 }}>
          <time dateTime={time}>{dateOf(time)}</time>
        </Box>
      </Tooltip>
    </Box>
  );
}

function CardButtons({ id, name, onDelete }: { id: string; name: string; onDelete: () => void }) {
  const { search } = useLocation();
  return (
    <Box sx={{ display: "flex", gap: 0.5, px: 1, pb: 1 }}>
      <Button
        component={Link}
        to={{ pathname: `/users/${id}`, search }}
        startIcon={<EditOutlined aria-hidden />}
        aria-label={t("card.editName", { name })}
      >
        {t("card.edit")}
      </Button>
      <Button
        color="error"
        startIcon={<DeleteOutlined aria-hidden />}
        aria-label={t("card.deleteName", { name })}
        onClick={onDelete}
      >
        {tCommon("delete")}
      </Button>
    </Box>
  );
}
