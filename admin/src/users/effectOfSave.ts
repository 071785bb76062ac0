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
  /** How users get the link to choose a password; undefined until that is known. */
  invitations?: Invitations;
}

/**
 * A sentence about what else a save does, for example that it sends an invitation. Null if it does nothing else, and
 * until it is known whether emails are sent.
 */
export function effectOfSave(
  values: UserText,
  { user, isOwn, invitations = "none" }: SaveContext = {},
): string | null {
  const promotion = user ? RANK[values.role] - RANK[user.role] : 0;
  if (isOwn && (promotion < 0 || !values.isActive)) return t("effects.ownAccess");
  if (invitations === "none") return null;
  const isHanded = invitations === "handed";
  const email = values.email.trim();
  const isNewAddress = email.toLowerCase() !== user?.email;
  const losesPassword = !!user?.hasPassword && promotion > 0 && (isNewAddress || !user.isEmailVerified);
  if (!values.isActive) {
    if (losesPassword) return t("effects.promotionInactive");
    return user ? null : t("effects.noInvitation");
  }
  if (losesPassword) return t(isHanded ? "effects.promotionLink" : "effects.promotionEmail");
  if (!user?.hasPassword) {
    const isInvited = isNewAddress || !user?.isActive || (promotion > 0 && !user.isEmailVerified);
    if (!isInvited) return null;
    if (isHanded) return t("effects.invitationLink");
    return email ? t("effects.invitationEmail", { email }) : null;
  }
  if (!isNewAddress) return null;
  return t(isHanded ? "effects.newAddressLink" : "effects.newAddressEmail");
}
