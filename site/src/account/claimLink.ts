import { loginPath } from "@/lib/paths";

/** The account page with the start of a claim. The id is in the fragment, which the server does not need. */
export const claimPath = (placeId: number): string => `/account#claim-${placeId}`;

/** The id of the place to claim in the fragment of the account page. */
export function claimedPlace(hash: string): number | null {
  const id = /^#claim-(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** The sign-in page that leads back to the account page with this fragment. */
export function accountLoginPath(hash: string): string {
  const id = claimedPlace(hash);
  return loginPath(id === null ? "/account" : claimPath(id));
}
