import type { UserView } from "@karst/client";
import type { UserText } from "./shape";
import { words } from "./words";

const RANK: Record<UserView["role"], number> = { viewer: 0, business_owner: 1, admin: 2 };

interface Circumstances {
  /** Who is being edited; a new one without. */
  user?: UserView;
  /** It is the account of whoever edits it. */
  isOwn?: boolean;
  /** Whether letters reach their people; undefined while that is not known. */
  isMailSent?: boolean;
}

/** What a save brings with it besides what the form says, as a sentence; null when there is nothing to tell. */
export function consequence(
  entered: UserText,
  { user, isOwn, isMailSent }: Circumstances = {},
): string | null {
  const { follows } = words;
  if (!user) {
    if (!entered.isActive) return follows.noInvitation;
    if (isMailSent === false) return follows.invitationKept;
    return entered.email.trim() ? follows.invitation(entered.email.trim()) : null;
  }
  const rise = RANK[entered.role] - RANK[user.role];
  if (isOwn && (rise < 0 || !entered.isActive)) return follows.yourself;
  const isMoved = entered.email.trim().toLowerCase() !== user.email;
  if (rise > 0 && (isMoved || !user.isEmailVerified)) return follows.raised;
  return isMoved && entered.isActive ? follows.moved : null;
}
