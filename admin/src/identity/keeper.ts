import type { SignInConfigResponse } from "@karst/client";
import type { SessionCalls } from "./session";

/** Who keeps the accounts: everything in which one provider differs from another. */
export type Keeper = Pick<SessionCalls, "signIn" | "refresh" | "signOut">;

/** The identity provider of the settings, read at the first call; after a failure the next call reads it again. */
export function keeperOf(
  readConfig: () => Promise<SignInConfigResponse>,
  builtin: Keeper,
  loadFirebase: (config: SignInConfigResponse) => Promise<Keeper>,
): Keeper {
  let found: Promise<Keeper> | null = null;

  async function find(): Promise<Keeper> {
    const config = await readConfig();
    return config.provider === "firebase" ? loadFirebase(config) : builtin;
  }

  function keeper(): Promise<Keeper> {
    found ??= find().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  }

  return {
    signIn: async (entered) => (await keeper()).signIn(entered),
    refresh: async (held) => (await keeper()).refresh(held),
    signOut: async (token) => (await keeper()).signOut(token),
  };
}
