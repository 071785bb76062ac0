import type { UserResponse } from "@karst/client";
import type { Invitations } from "../identity/useInvitations";
import { t } from "../messages/users.gen";
import type { UserText } from "./shape";

const RANK: Record<UserResponse["role"], number> = { viewer: 0, business_owner: 1, admin: 2 };

interface SaveContext {
  /** The stored user; undefined for a new one. */
  user?: UserResponse;
  /** The account that is signed in edits itself. */
  isOwn?: boolean;
  /** How users get the link to choose a password; undefined while it loads. */
  invitations?: Invitations;
}

/** A sentence about what else a save does, for example that it sends an invitation; null if it does nothing else. */
export function effectOfSave(
  values: UserText,
  { user, isOwn, invitations = "mailed" }: SaveContext = {},
): string | null {
  const email = values.email.trim();
  if (!user) {
    if (invitations === "none") return null;
    if (!values.isActive) return t("effects.noInvitation");
    if (invitations === "handed") return t("effects.invitationLink");
    return email ? t("effects.invitationEmail", { email }) : null;
  }
  const promotion = RANK[values.role] - RANK[user.role];
  if (isOwn && (promotion < 0 || !values.isActive)) return t("effects.ownAccess");
  if (invitations === "none") return null;
  const isNewAddress = email.toLowerCase() !== user.email;
  if (promotion > 0 && (isNewAddress || !user.isEmailVerified))
    return t(invitations === "handed" ? "effects.promotionLink" : "effects.promotionEmail");
  if (!isNewAddress || !values.isActive) return null;
  return t(invitations === "handed" ? "effects.newAddressLink" : "effects.newAddressEmail");
}
