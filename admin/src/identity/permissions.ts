import type { AccountResponse, PlaceResponse, ProfileResponse } from "@karst/client";

export type Role = AccountResponse["role"];

/** The signed-in account. For staff, also whether they must still set up a second factor. */
export type Account = AccountResponse & Partial<Pick<ProfileResponse, "lacksRequiredSecondFactor">>;

/** The actions that need a permission. A new act is denied to everyone until [`may`] handles it. */
export type Act =
  | "enter"
  | "createPlace"
  | "editPlace"
  | "deletePlace"
  | "setStanding"
  | "listAll"
  | "manageCategories"
  | "manageUsers"
  | "writeArticles"
  | "moderate"
  | "answerMessages"
  | "manageSettings"
  | "manageAlerts"
  | "manageReleases"
  | "importPlaces"
  | "checkQuality"
  | "readAudit"
  | "manageHistory";

const RANK: Record<Role, number> = { viewer: 0, business_owner: 1, admin: 2 };

/**
 * Whether `account` is signed in, active, and ranks at least as `role` (R161). An account that lacks a required second factor
 * ranks as a viewer until it has one.
 */
export function hasRole(account: Account | null, role: Role): boolean {
  if (!account?.isActive) return false;
  if (account.lacksRequiredSecondFactor) return role === "viewer";
  // An unknown role ranks below a viewer's rank of 0, so it has no permissions.
  return (RANK[account.role] ?? -1) >= RANK[role];
}

/**
 * Whether the account has a permission (R162, R163, R164). The server checks it again on every call. `place` is the
 * place that the act is about. `setStanding`: the fields in `ADMIN_FIELDS`.
 */
export function may(account: Account | null, act: Act, place?: Pick<PlaceResponse, "ownerId">): boolean {
  switch (act) {
    case "enter":
    case "createPlace":
      return hasRole(account, "business_owner");
    case "editPlace":
      return hasRole(account, "admin") || (hasRole(account, "business_owner") && owns(account, place));
    case "deletePlace":
    case "setStanding":
    case "listAll":
    case "manageCategories":
    case "manageUsers":
    case "writeArticles":
    case "moderate":
    case "answerMessages":
    case "manageSettings":
    case "manageAlerts":
    case "manageReleases":
    case "importPlaces":
    case "checkQuality":
    case "readAudit":
    case "manageHistory":
      return hasRole(account, "admin");
    default:
      return false;
  }
}

function owns(account: Account | null, place: Pick<PlaceResponse, "ownerId"> | undefined): boolean {
  return !!account && !!place?.ownerId && place.ownerId === account.uid;
}
