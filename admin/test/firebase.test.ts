import { ProviderError, type SignInConfigResponse } from "@karst/client";
import { expect, it, vi } from "vitest";
import { firebaseKeeper } from "../src/identity/firebase";
import { keeperOf, type Keeper } from "../src/identity/keeper";
import { createSession } from "../src/identity/session";
import { aSession, anAccount } from "./things";

const ENTERED = { email: "linh@example.org", password: "secret" };
const END = Date.parse("2026-11-21T11:00:00Z");
const aToken = (name: string) =>
  [name, btoa(JSON.stringify({ exp: END / 1000 })).replaceAll("=", ""), "x"].join(".");
const config = (provider: "firebase" | "builtin") => ({ provider }) as SignInConfigResponse;

function firebase() {
  return {
    signIn: vi.fn(async () => ({
      token: aToken("first"),
      uid: "u",
      email: "",
      displayName: "",
      photoURL: null,
    })),
    refresh: vi.fn(async () => aToken("second")),
    signOut: vi.fn(async () => undefined),
  };
}

const keeping = (accounts: ReturnType<typeof firebase>, isActive = true) =>
  firebaseKeeper(
    config("firebase"),
    vi.fn(async () => ({ ...anAccount(), isActive })),
    accounts as unknown as Parameters<typeof firebaseKeeper>[2],
  );

it("asks whom the guide leaves its accounts to with the first call, once, and again after a failure", async () => {
  const read = vi.fn(async () => config("builtin"));
  read.mockRejectedValueOnce(new TypeError("no network"));
  const builtin: Keeper = { signIn: vi.fn(async () => aSession("own")), refresh: vi.fn(), signOut: vi.fn() };
  const load = vi.fn();
  const keeper = keeperOf(read, builtin, load);
  expect(read).not.toHaveBeenCalled();
  await expect(keeper.signIn(ENTERED)).rejects.toThrow("no network");
  expect((await keeper.signIn(ENTERED)).token).toBe("own");
  await keeper.signOut("own");
  expect(read).toHaveBeenCalledTimes(2);
  expect(load, "Firebase's library is not loaded for nothing").not.toHaveBeenCalled();
});

it("takes the account from the guide and the token's end from the token", async () => {
  const accounts = firebase();
  const keeper = keeperOf(
    async () => config("firebase"),
    {} as Keeper,
    async () => keeping(accounts),
  );
  expect(await keeper.signIn(ENTERED)).toEqual({
    token: aToken("first"),
    expiresAt: "2026-11-21T11:00:00.000Z",
    user: anAccount(),
  });
  expect(accounts.signIn).toHaveBeenCalledWith("linh@example.org", "secret");
  expect((await keeper.refresh(aToken("first"))).token).toBe(aToken("second"));
});

it("opens to nobody who holds no token, whatever Firebase's library still remembers", async () => {
  const accounts = firebase();
  await expect(keeping(accounts).refresh(null)).rejects.toMatchObject({ code: "no-current-user" });
  expect(accounts.refresh).not.toHaveBeenCalled();
  expect(accounts.signOut).toHaveBeenCalledOnce();
});

it("signs a deactivated account out and says so", async () => {
  const accounts = firebase();
  await expect(keeping(accounts, false).signIn(ENTERED)).rejects.toMatchObject({ code: "user-disabled" });
  expect(accounts.signOut).toHaveBeenCalledOnce();
});

// R34
it("deletes the session if Firebase reports that it is over", async () => {
  const accounts = firebase();
  accounts.refresh.mockRejectedValue(new ProviderError("user-token-expired"));
  localStorage.setItem("firebaseToken", "old");
  const session = createSession({ ...keeping(accounts), profile: vi.fn() }, localStorage, () => END);
  expect(await session.current()).toBeNull();
  expect(localStorage.getItem("firebaseToken")).toBeNull();
});
