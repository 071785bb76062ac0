import type { UserResponse } from "@karst/client";
import type { Invitations } from "../identity/useInvitations";
import type { UserText } from "./shape";
import { words } from "./words";

const RANK: Record<UserResponse["role"], number> = { viewer: 0, business_owner: 1, admin: 2 };

interface Circumstances {
  /** Who is being edited; a new one without. */
  user?: UserResponse;
  /** It is the account of whoever edits it. */
  isOwn?: boolean;
  /** How people get the link to choose a password; undefined while that is not known. */
  invitations?: Invitations;
}

/** What a save brings with it besides what the form says, as a sentence; null when there is nothing to tell. */
export function consequence(
  entered: UserText,
  { user, isOwn, invitations = "mailed" }: Circumstances = {},
): string | null {
  const { follows } = words;
  if (!user) {
    if (invitations === "none") return null;
    if (!entered.isActive) return follows.noInvitation;
    if (invitations === "handed") return follows.invitationHanded;
    return entered.email.trim() ? follows.invitation(entered.email.trim()) : null;
  }
  const rise = RANK[entered.role] - RANK[user.role];
  if (isOwn && (rise < 0 || !entered.isActive)) return follows.yourself;
  if (invitations === "none") return null;
  const isMoved = entered.email.trim().toLowerCase() !== user.email;
  if (rise > 0 && (isMoved || !user.isEmailVerified))
    return invitations === "handed" ? follows.raisedHanded : follows.raised;
  if (!isMoved || !entered.isActive) return null;
  return invitations === "handed" ? follows.movedHanded : follows.moved;
}
