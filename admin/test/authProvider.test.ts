import { describe, expect, it, vi } from "vitest";
import { createAuthProvider } from "../src/authProvider";
import { hasRole, may, type Act, type Role } from "../src/identity/permissions";
import type { Session } from "../src/identity/session";
import { holdsChanges } from "../src/layout/unsaved";
import { aPlace, anAccount } from "./things";

/** The provider with this account signed in, or nobody. */
function signedIn(account: ReturnType<typeof anAccount> | null) {
  const session = {
    current: async () => account && { token: "t", user: account },
    signIn: vi.fn(),
    signOut: vi.fn(),
    forget: vi.fn(),
  };
  return { session, provider: createAuthProvider(session as unknown as Session) };
}

// R161
describe("ranks", () => {
  const cases: [Role, Role, boolean][] = [
    ["viewer", "viewer", true],
    ["viewer", "business_owner", false],
    ["business_owner", "viewer", true],
    ["business_owner", "admin", false],
    ["admin", "business_owner", true],
  ];
  it.each(cases)("a %s has role %s: %s", (role, wanted, expected) => {
    expect(hasRole(anAccount({ role }), wanted)).toBe(expected);
  });

  it("nobody, the deactivated and unknown roles have none", () => {
    expect(hasRole(null, "viewer")).toBe(false);
    expect(hasRole(anAccount({ isActive: false }), "viewer")).toBe(false);
    expect(hasRole(anAccount({ role: "root" as Role }), "viewer")).toBe(false);
  });
});

// R162, R163
describe("the table of permissions", () => {
  const acts: [Act, Role[]][] = [
    ["enter", ["business_owner", "admin"]],
    ["createPlace", ["business_owner", "admin"]],
    ["deletePlace", ["admin"]],
    ["setStanding", ["admin"]],
    ["listAll", ["admin"]],
    ["manageUsers", ["admin"]],
    ["readAudit", ["admin"]],
    ["manageHistory", ["admin"]],
  ];
  it.each(acts)("%s is for %j", (act, allowed) => {
    for (const role of ["viewer", "business_owner", "admin"] as const) {
      expect([role, may(anAccount({ role }), act)]).toEqual([role, allowed.includes(role)]);
    }
  });

  it("an owner edits their own place, an admin any, a place without owner is nobody's", () => {
    const owner = anAccount({ role: "business_owner" });
    expect(may(owner, "editPlace", aPlace({ ownerId: owner.uid }))).toBe(true);
    expect(may(owner, "editPlace", aPlace({ ownerId: "u2" }))).toBe(false);
    expect(may(owner, "editPlace", aPlace({ ownerId: null }))).toBe(false);
    expect(may(owner, "editPlace")).toBe(false);
    expect(may(anAccount(), "editPlace", aPlace({ ownerId: null }))).toBe(true);
  });

  it("staff who owe a second factor may no more than a viewer", () => {
    for (const role of ["business_owner", "admin"] as const) {
      const lacking = anAccount({ role, lacksRequiredSecondFactor: true });
      expect(hasRole(lacking, "viewer")).toBe(true);
      for (const [act] of acts) expect([act, may(lacking, act)]).toEqual([act, false]);
    }
  });

  it("refuses what it does not know", () => {
    expect(may(anAccount(), "launchRocket" as Act)).toBe(false);
  });
});

describe("react-admin's questions", () => {
  it("sends signed-out visitors to the sign-in, without an error", async () => {
    await expect(signedIn(null).provider.checkAuth({})).rejects.toEqual({ message: false });
    await expect(signedIn(anAccount()).provider.checkAuth({})).resolves.toBeUndefined();
  });

  it("forgets a session that a 401 has ended, and nothing else", async () => {
    const { provider, session } = signedIn(anAccount());
    await expect(provider.checkError({ status: 403 })).resolves.toBeUndefined();
    expect(session.forget).not.toHaveBeenCalled();
    await expect(provider.checkError({ status: 401 })).rejects.toMatchObject({ message: expect.any(String) });
    expect(session.forget).toHaveBeenCalled();
  });

  it("leads staff who owe a second factor to where they set one up, and signs nobody out for it", async () => {
    const { provider, session } = signedIn(anAccount());
    const refusal = {
      status: 403,
      message: "Please set one up",
      body: { type: "/problems/second-factor-missing" },
    };
    const led = { message: "Please set one up", logoutUser: false, redirectTo: "/account" };
    await expect(provider.checkError(refusal)).rejects.toEqual(led);
    const release = holdsChanges(() => true);
    await expect(provider.checkError(refusal)).resolves.toBeUndefined();
    release();
    expect(session.forget).not.toHaveBeenCalled();
  });

  it("keeps the screen of a form with unsaved changes when the session ends", async () => {
    const release = holdsChanges(() => true);
    let user: ReturnType<typeof anAccount> | null = anAccount();
    const session = { current: async () => user && { token: "t", user }, forget: vi.fn() };
    const provider = createAuthProvider(session as unknown as Session);
    await provider.checkAuth({});
    user = null;
    await expect(provider.checkError({ status: 401 })).resolves.toBeUndefined();
    expect(await provider.getPermissions?.({})).toMatchObject({ email: "linh@example.org" });
    release();
    expect(await provider.getPermissions?.({})).toBeNull();
  });

  it("denies by default", async () => {
    const { provider } = signedIn(anAccount());
    expect(await provider.canAccess?.({ resource: "businesses", action: "list" })).toBe(true);
    expect(await provider.canAccess?.({ resource: "businesses", action: "export" })).toBe(false);
    expect(await provider.canAccess?.({ resource: "letters", action: "list" })).toBe(false);
  });

  // R164
  it("lets only admins see who has an account", async () => {
    const asked = { resource: "users", action: "list" };
    expect(await signedIn(anAccount()).provider.canAccess?.(asked)).toBe(true);
    expect(await signedIn(anAccount({ role: "business_owner" })).provider.canAccess?.(asked)).toBe(false);
  });

  it("lets a viewer in nowhere", async () => {
    const { provider } = signedIn(anAccount({ role: "viewer" }));
    for (const action of ["list", "show", "create", "edit", "delete"]) {
      expect(await provider.canAccess?.({ resource: "businesses", action, record: aPlace() })).toBe(false);
    }
  });
});
