import { Typography } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useInvitations } from "../identity/useInvitations";
import { ago } from "../kit/dates";
import { t } from "../messages/users.gen";

/**
 * Says that a user has chosen no password, as after an invitation that was not accepted. The API has no time of the
 * invitation. With Firebase no account here has a password.
 */
export function NoPassword({ user }: { user: UserResponse }) {
  const invitations = useInvitations();
  const isKnown = invitations !== undefined && invitations !== "none";
  if (!isKnown || user.hasPassword || user.isEmailVerified) return null;
  return (
    <Typography variant="body2" sx={{ mt: 1 }}>
      {t("noPassword", { ago: ago(user.createdAt) })}
    </Typography>
  );
}
