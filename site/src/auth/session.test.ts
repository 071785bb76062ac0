import { ProviderError, Refused, type AccountResponse } from "@karst/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aToken } from "@/api/aToken.fixture";
import { createAuthBackendLoader, type AuthBackend } from "./authBackend";
import { createSession } from "./session";
import type { AuthState } from "./user";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-07-01T08:00:00Z");
const LINH: AccountResponse = {
  uid: "linh",
  email: "linh@example.org",
  displayName: "Linh Tran",
  photoURL: null,
  role: "admin",
  isActive: true,
  firstName: "Linh",
  lastName: "Tran",
};
const CONFIG = {
  provider: "builtin",
  federated: [],
  openidName: null,
  passwordMinLength: 6,
  mail: true,
} as const;

const refused = (status: number) => new Refused(status, `{"title":"Unauthorized","status":${status}}`, "");
/** A token made so many minutes ago, for an hour. */
const token = (ageMinutes = 0) => {
  const issuedAt = Date.now() - ageMinutes * MINUTE_MS;
  return aToken({ issuedAt, endsAt: issuedAt + 60 * MINUTE_MS });
};

/** A session on a shelf of its own, with a provider that does as it is told. */
function aSession(held: string | null = null) {
  const shelf = { token: held };
  const states: AuthState[] = [];
  const driver = {
    signIn: vi.fn<AuthBackend["signIn"]>(async () => ({ token: token(), account: LINH })),
    signUp: vi.fn<AuthBackend["signUp"]>(async () => ({ token: token(), account: LINH })),
    signInWith: vi.fn<AuthBackend["signInWith"]>(async () => ({ token: token(), account: LINH })),
    refresh: vi.fn<AuthBackend["refresh"]>(async () => token()),
    signOut: vi.fn<AuthBackend["signOut"]>(async () => {}),
    requestReset: vi.fn<AuthBackend["requestReset"]>(async () => {}),
  };
  const sync = vi.fn<Parameters<typeof createSession>[0]["sync"]>(async () => LINH);
  const onDeactivated = vi.fn();
  const session = createSession({
    provider: createAuthBackendLoader(async () => ({ ...CONFIG, federated: [] }), { builtin: async () => driver }),
    tokens: { held: () => shelf.token, keep: (next) => (shelf.token = next) },
    sync,
    onChange: (state) => states.push(state),
    onDeactivated,
  });
  return { session, shelf, states, driver, sync, onDeactivated, last: () => states.at(-1) };
}

const log = () => ({
  error: vi.spyOn(console, "error").mockImplementation(() => {}),
  warn: vi.spyOn(console, "warn").mockImplementation(() => {}),
});
let said: ReturnType<typeof log>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  said = log();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("row 37: signing in makes the identity known and stores the user; signing out clears it", async () => {
  const { session, shelf, sync, driver, last } = aSession();
  await session.signIn({ email: LINH.email, password: "seven-lanterns" });
  const { uid, email, firstName, lastName } = LINH;
  expect(sync).toHaveBeenCalledExactlyOnceWith(shelf.token, {
    uid,
    email,
    firstName,
    lastName,
    profileImageUrl: null,
  });
  expect(last()).toEqual({ kind: "signedIn", user: LINH });
  const held = shelf.token;
  await session.signOut();
  expect(last()).toEqual({ kind: "signedOut" });
  expect(shelf.token).toBeNull();
  expect(driver.signOut).toHaveBeenCalledExactlyOnceWith(held);
});

test.each(["user-disabled", "user-token-expired"])(
  "row 34: %s signs the user out, whoever keeps the accounts",
  async (code) => {
    const { session, shelf, driver, last } = aSession(token(51));
    driver.refresh.mockRejectedValue(new ProviderError(code));
    await session.restore();
    expect(last()).toEqual({ kind: "signedOut" });
    expect(shelf.token).toBeNull();
  },
);

test("row 40: a provider that cannot be reached is no reason to sign out", async () => {
  const { session, shelf, driver } = aSession(token(51));
  const held = shelf.token;
  driver.refresh.mockRejectedValue(new ProviderError("network-request-failed"));
  expect(await session.token()).toBe(held);
  expect(said.warn).toHaveBeenCalled();
});

test("row 36: a stored token is loading until the first known state", async () => {
  const { session, states } = aSession(token(10));
  await session.restore();
  expect(states.map(({ kind }) => kind)).toEqual(["loading", "signedIn"]);
});

test("row 40: a young token is used as it is, an old one is exchanged first", async () => {
  const young = aSession(token(49));
  expect(await young.session.token()).toBe(young.shelf.token);
  expect(young.driver.refresh).not.toHaveBeenCalled();
  const old = aSession(token(51));
  expect(await old.session.token()).toBe(token());
  expect(old.shelf.token).toBe(token());
});

test("row 40: what cannot be exchanged is used as it is, with a warning", async () => {
  const { session, driver, shelf } = aSession(token(51));
  driver.refresh.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await session.token()).toBe(shelf.token);
  expect(said.warn).toHaveBeenCalledExactlyOnceWith(
    "Could not refresh token, using stored token",
    expect.any(TypeError),
  );
});

test("several calls at once exchange it once", async () => {
  const { session, driver } = aSession(token(51));
  await Promise.all([session.token(), session.token(), session.token()]);
  expect(driver.refresh).toHaveBeenCalledOnce();
});

test("row 41: it is exchanged every 50 minutes, with growing patience when that fails", async () => {
  const { session, driver } = aSession();
  await session.signIn({ email: "", password: "" });
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS - 1);
  expect(driver.refresh).not.toHaveBeenCalled();
  driver.refresh.mockRejectedValueOnce(refused(503)).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(1);
  expect(said.error).toHaveBeenCalledExactlyOnceWith("Failed to refresh token", expect.any(Refused));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(driver.refresh).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(driver.refresh).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(driver.refresh).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS);
  expect(driver.refresh).toHaveBeenCalledTimes(4);
});

test("a clock that is hours ahead exchanges once, not without end", async () => {
  const { session, driver, shelf } = aSession(token(10));
  const madeAt = Date.now();
  vi.setSystemTime(NOW + 300 * MINUTE_MS);
  driver.refresh.mockImplementation(async () =>
    aToken({ issuedAt: madeAt, endsAt: madeAt + 60 * MINUTE_MS }),
  );
  await session.restore();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(await session.token()).toBe(shelf.token);
  expect(driver.refresh).toHaveBeenCalledOnce();
});

test("a token that cannot be read is not exchanged without end", async () => {
  const { session, driver } = aSession("opaque");
  driver.refresh.mockResolvedValue("opaque");
  await session.restore();
  driver.refresh.mockClear();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(driver.refresh).toHaveBeenCalledTimes(2);
});

test("a clock that is hours behind finds out by the server's refusal", async () => {
  const { session, sync, driver, last } = aSession(token(1));
  sync.mockRejectedValueOnce(refused(401));
  await session.restore();
  expect(driver.refresh).toHaveBeenCalledOnce();
  expect(last()?.kind).toBe("signedIn");
});

test("row 34: a session that is over is signed out", async () => {
  const { session, shelf, driver, last } = aSession(token(51));
  driver.refresh.mockRejectedValue(refused(401));
  await session.restore();
  expect(last()).toEqual({ kind: "signedOut" });
  expect(shelf.token).toBeNull();
});

test("row 34: a deactivated account is signed out, here and on the server", async () => {
  const { session, shelf, sync, driver, last, onDeactivated } = aSession(token(1));
  const held = shelf.token;
  sync.mockResolvedValue({ ...LINH, isActive: false });
  await session.restore();
  expect(last()).toEqual({ kind: "signedOut" });
  expect(shelf.token).toBeNull();
  expect(driver.signOut).toHaveBeenCalledExactlyOnceWith(held);
  expect(onDeactivated).toHaveBeenCalledOnce();
});

test("row 34: whoever signs in to a deactivated account hears it as the reason, and once", async () => {
  const { session, shelf, sync, driver, onDeactivated } = aSession();
  sync.mockResolvedValue({ ...LINH, isActive: false });
  await expect(session.signIn({ email: "", password: "" })).rejects.toMatchObject({ code: "user-disabled" });
  expect(shelf.token).toBeNull();
  expect(driver.signOut).toHaveBeenCalledOnce();
  expect(onDeactivated).not.toHaveBeenCalled();
});

test.each([
  ["the network fails", new TypeError("Failed to fetch")],
  ["the server fails", refused(503)],
  ["the request does not arrive in time", refused(408)],
  ["too many ask at once", refused(429)],
])("row 38: when %s, one is a viewer", async (_when, error) => {
  const { session, sync, last } = aSession();
  sync.mockRejectedValue(error);
  await session.signIn({ email: "", password: "" });
  expect(last()).toMatchObject({ kind: "signedIn", user: { role: "viewer", firstName: "Linh" } });
  expect(said.error).toHaveBeenCalledExactlyOnceWith("Error syncing user with backend", error);
});

test("row 38: a refusal makes nobody a viewer", async () => {
  const { session, sync, last } = aSession(token(1));
  sync.mockRejectedValue(refused(403));
  await session.restore();
  expect(last()).toEqual({ kind: "signedOut" });
});

test("row 33: failures are logged and thrown on", async () => {
  const { session, driver } = aSession();
  driver.signIn.mockRejectedValue(refused(401));
  driver.signUp.mockRejectedValue(refused(422));
  driver.signOut.mockRejectedValue(refused(503));
  driver.requestReset.mockRejectedValue(refused(429));
  await expect(session.signIn({ email: "", password: "" })).rejects.toThrow("401");
  await expect(session.signUp({ firstName: "", lastName: "", email: "", password: "" })).rejects.toThrow(
    "422",
  );
  await expect(session.signOut()).rejects.toThrow("503");
  await expect(session.requestReset("")).rejects.toThrow("429");
  expect(said.error.mock.calls.map(([what]) => what)).toEqual([
    "Sign-in failed",
    "Sign-up failed",
    "Sign-out failed",
    "Password reset failed",
  ]);
});

test("another tab's token of the same person is no news; its sign-out is", async () => {
  const { session, shelf, sync, last } = aSession(token(1));
  await session.restore();
  shelf.token = token(0);
  await session.heard();
  expect(sync).toHaveBeenCalledOnce();
  shelf.token = null;
  await session.heard();
  expect(last()).toEqual({ kind: "signedOut" });
});

test("an answer that comes after signing out is not listened to", async () => {
  const { session, sync, last } = aSession(token(1));
  let answer = (_account: AccountResponse) => {};
  sync.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const restoring = session.restore();
  await vi.waitFor(() => expect(sync).toHaveBeenCalled());
  await session.signOut();
  answer(LINH);
  await restoring;
  expect(last()).toEqual({ kind: "signedOut" });
});

test("row 42: the provider is set up on first need, and may not be used before", async () => {
  const readConfig = vi.fn(async () => ({ ...CONFIG, federated: [] }));
  const provider = createAuthBackendLoader(readConfig, { builtin: async () => ({}) as AuthBackend });
  expect(() => provider.driver()).toThrow("initialise() must be called first");
  await Promise.all([provider.initialise(), provider.initialise()]);
  expect(readConfig).toHaveBeenCalledOnce();
  expect(provider.driver()).toEqual({});
});

test("row 36: a provider that cannot be set up is logged, and asked for again the next time", async () => {
  const readConfig = vi.fn(async () => ({ ...CONFIG, federated: [] }));
  readConfig.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const provider = createAuthBackendLoader(readConfig, { builtin: async () => ({}) as AuthBackend });
  await expect(provider.initialise()).rejects.toThrow();
  await expect(provider.initialise()).resolves.toMatchObject({ provider: "builtin" });
});
