import type { ApiTokenItem, ApiTokenRequest, ProfileResponse } from "@karst/client";

export type Scope = ApiTokenItem["scopes"][number];

/** The scopes in the order of the form. */
const SCOPES: readonly Scope[] = [
  "read",
  "places:write",
  "articles:write",
  "categories:write",
  "guestbook:moderate",
  "media:write",
  "drafts:write",
  "webhooks:manage",
];
const OF_OWNERS: readonly Scope[] = ["read", "places:write", "media:write", "drafts:write"];

/** The scopes that are useful to a role: a token never exceeds it. */
export const scopesOf = (role: ProfileResponse["role"]) => (role === "admin" ? SCOPES : OF_OWNERS);

/** The choices of days until a token expires. */
export const EXPIRIES = ["7", "30", "90", "365"] as const;

/** The form values. */
export interface TokenText {
  name: string;
  scopes: Scope[];
  expiresInDays: string;
  categoryIds: number[];
  ownPlacesOnly: boolean;
  password: string;
  code: string;
}

export const START: TokenText = {
  name: "",
  scopes: ["read"],
  expiresInDays: "90",
  categoryIds: [],
  ownPlacesOnly: false,
  password: "",
  code: "",
};

/** The request body. Omits blank fields: the server then names the confirmation that it needs. */
export function toForm({ name, scopes, expiresInDays, ...text }: TokenText): ApiTokenRequest {
  const { categoryIds, ownPlacesOnly, password, code } = text;
  return {
    name: name.trim(),
    scopes,
    expiresInDays: Number(expiresInDays),
    ...(categoryIds.length > 0 && { categoryIds }),
    ...(ownPlacesOnly && { ownPlacesOnly }),
    ...(password && { password }),
    ...(code.trim() && { code: code.trim() }),
  };
}

export type TokenState = "valid" | "expired" | "ended";

export function stateOf({ revokedAt, expiresAt }: ApiTokenItem, now = Date.now()): TokenState {
  if (revokedAt) return "ended";
  return Date.parse(expiresAt) <= now ? "expired" : "valid";
}
