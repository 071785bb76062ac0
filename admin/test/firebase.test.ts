import { ProviderError, type SignInConfigResponse } from "@karst/client";
import { expect, it, vi } from "vitest";
import { aToken } from "../../cms/web/test/aToken";
import { createFirebaseBackend } from "../src/identity/firebase";
import { createSession } from "../src/identity/session";
import { anAccount } from "./things";

const CREDENTIALS = { email: "linh@example.org", password: "secret" };
const ISSUED_AT = Date.parse("2026-11-21T10:00:00Z");
const FIRST = aToken({ issuedAt: ISSUED_AT });
const SECOND = aToken({ issuedAt: ISSUED_AT + 1000 });
const CONFIG = { provider: "firebase" } as SignInConfigResponse;

function createFirebase() {
  return {
    signIn: vi.fn(async () => ({ token: FIRST, uid: "u", email: "", displayName: "", photoURL: null })),
    refresh: vi.fn(async () => SECOND),
    signOut: vi.fn(async () => undefined),
  };
}

const createBackend = (accounts: ReturnType<typeof createFirebase>, isActive = true) =>
  createFirebaseBackend(
    CONFIG,
    vi.fn(async () => ({ ...anAccount(), isActive })),
    accounts as unknown as Parameters<typeof createFirebaseBackend>[2],
  );

it("takes the account from the guide", async () => {
  const accounts = createFirebase();
  const backend = createBackend(accounts);
  expect(await backend.signIn(CREDENTIALS)).toEqual({ token: FIRST, user: anAccount() });
  expect(accounts.signIn).toHaveBeenCalledWith("linh@example.org", "secret");
  expect((await backend.refresh(FIRST)).token).toBe(SECOND);
});

it("has no session without a stored token, whatever Firebase's library still remembers", async () => {
  const accounts = createFirebase();
  await expect(createBackend(accounts).refresh(null)).rejects.toMatchObject({ code: "no-current-user" });
  expect(accounts.refresh).not.toHaveBeenCalled();
  expect(accounts.signOut).toHaveBeenCalledOnce();
});

it("signs a deactivated account out and says so", async () => {
  const accounts = createFirebase();
  await expect(createBackend(accounts, false).signIn(CREDENTIALS)).rejects.toMatchObject({
    code: "user-disabled",
  });
  expect(accounts.signOut).toHaveBeenCalledOnce();
});

// R34
it("deletes the session if Firebase reports that it is over", async () => {
  const accounts = createFirebase();
  accounts.refresh.mockRejectedValue(new ProviderError("user-token-expired"));
  localStorage.setItem("firebaseToken", "old");
  const session = createSession({
    loadBackend: async () => ({ config: CONFIG, backend: createBackend(accounts) }),
    profile: vi.fn(),
  });
  expect(await session.current()).toBeNull();
  expect(localStorage.getItem("firebaseToken")).toBeNull();
});
