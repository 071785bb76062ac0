import { Typography } from "@mui/material";
import { ago } from "../kit/dates";
import { t } from "../messages/users.gen";

/** Says when a user was invited, until they accept. */
export function PendingInvitation({ invitedAt }: { invitedAt: string | null }) {
  if (!invitedAt) return null;
  return (
    <Typography variant="body2" sx={{ mt: 1 }}>
      {t("invited", { ago: ago(invitedAt) })}
    </Typography>
  );
}
