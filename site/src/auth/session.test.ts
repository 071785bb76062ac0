import { ApiError, ProviderError, type AccountResponse } from "@karst/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuthBackend } from "@karst/web/session/backend";
import { aToken } from "../../../cms/web/test/aToken";
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

const refused = (status: number) => new ApiError(status, `{"title":"Unauthorized","status":${status}}`, "");
/** A token of this age that is valid for an hour in all. */
const token = (ageMinutes = 0) => aToken({ issuedAt: Date.now() - ageMinutes * MINUTE_MS });

/** A session with its own token store and a mocked backend. */
function aSession(storedToken: string | null = null) {
  const store = { token: storedToken };
  const states: AuthState[] = [];
  const backend = {
    signIn: vi.fn<AuthBackend["signIn"]>(async () => ({ token: token(), user: LINH })),
    signUp: vi.fn<AuthBackend["signUp"]>(async () => ({ token: token(), user: LINH })),
    signInWithProvider: vi.fn<AuthBackend["signInWithProvider"]>(async () => ({
      token: token(),
      user: LINH,
    })),
    refresh: vi.fn<AuthBackend["refresh"]>(async () => ({ token: token() })),
    signOut: vi.fn<AuthBackend["signOut"]>(async () => {}),
    requestPasswordReset: vi.fn<AuthBackend["requestPasswordReset"]>(async () => {}),
  };
  const sync = vi.fn<Parameters<typeof createSession>[0]["sync"]>(async () => LINH);
  const onDeactivated = vi.fn();
  const session = createSession({
    loadBackend: async () => ({ config: { ...CONFIG, federated: [] }, backend }),
    tokens: { get: () => store.token, set: (next) => (store.token = next) },
    sync,
    onChange: (state) => states.push(state),
    onDeactivated,
  });
  return { session, store, states, backend, sync, onDeactivated, lastState: () => states.at(-1) };
}

const mockConsole = () => ({
  error: vi.spyOn(console, "error").mockImplementation(() => {}),
  warn: vi.spyOn(console, "warn").mockImplementation(() => {}),
});
let logged: ReturnType<typeof mockConsole>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  logged = mockConsole();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// R37
test("signing in syncs the account and stores the user; signing out clears it", async () => {
  const { session, store, sync, backend, lastState } = aSession();
  await session.signIn({ email: LINH.email, password: "seven-lanterns" });
  const { uid, email, firstName, lastName } = LINH;
  expect(sync).toHaveBeenCalledExactlyOnceWith(store.token, {
    uid,
    email,
    firstName,
    lastName,
    profileImageUrl: null,
  });
  expect(lastState()).toEqual({ kind: "signedIn", user: LINH });
  const stored = store.token;
  await session.signOut();
  expect(lastState()).toEqual({ kind: "signedOut" });
  expect(store.token).toBeNull();
  expect(backend.signOut).toHaveBeenCalledExactlyOnceWith(stored);
});

// R34
test.each(["user-disabled", "user-token-expired"])(
  "the provider error %s signs the user out",
  async (code) => {
    const { session, store, backend, lastState } = aSession(token(51));
    backend.refresh.mockRejectedValue(new ProviderError(code));
    await session.restore();
    expect(lastState()).toEqual({ kind: "signedOut" });
    expect(store.token).toBeNull();
  },
);

// R40
test("an unreachable provider does not sign the user out", async () => {
  const { session, store, backend } = aSession(token(51));
  const stored = store.token;
  backend.refresh.mockRejectedValue(new ProviderError("network-request-failed"));
  expect(await session.token()).toBe(stored);
  expect(logged.warn).toHaveBeenCalled();
});

// R36
test("a stored token is loading until its account is known", async () => {
  const { session, states } = aSession(token(10));
  await session.restore();
  expect(states.map(({ kind }) => kind)).toEqual(["loading", "signedIn"]);
});

// R41
test("the token is refreshed every 50 minutes, with a backoff after failures", async () => {
  const { session, backend } = aSession();
  await session.signIn({ email: "", password: "" });
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS - 1);
  expect(backend.refresh).not.toHaveBeenCalled();
  backend.refresh.mockRejectedValueOnce(refused(503)).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(1);
  expect(logged.error).toHaveBeenCalledExactlyOnceWith("Failed to refresh token", expect.any(ApiError));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(backend.refresh).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(backend.refresh).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(backend.refresh).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS);
  expect(backend.refresh).toHaveBeenCalledTimes(4);
});

test("a clock that is hours ahead causes one refresh, not an endless loop", async () => {
  const { session, backend, store } = aSession(token(10));
  const issuedAt = Date.now();
  vi.setSystemTime(NOW + 300 * MINUTE_MS);
  backend.refresh.mockImplementation(async () => ({ token: aToken({ issuedAt }) }));
  await session.restore();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(await session.token()).toBe(store.token);
  expect(backend.refresh).toHaveBeenCalledOnce();
});

test("a token that cannot be parsed does not cause endless refreshes", async () => {
  const { session, backend } = aSession("opaque");
  backend.refresh.mockResolvedValue({ token: "opaque" });
  await session.restore();
  backend.refresh.mockClear();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(backend.refresh).toHaveBeenCalledTimes(2);
});

test("with a clock that is hours behind, the server's refusal causes a refresh", async () => {
  const { session, sync, backend, lastState } = aSession(token(1));
  sync.mockRejectedValueOnce(refused(401));
  await session.restore();
  expect(backend.refresh).toHaveBeenCalledOnce();
  expect(lastState()?.kind).toBe("signedIn");
});

// R34
test("a session that is over is signed out", async () => {
  const { session, store, backend, lastState } = aSession(token(51));
  backend.refresh.mockRejectedValue(refused(401));
  await session.restore();
  expect(lastState()).toEqual({ kind: "signedOut" });
  expect(store.token).toBeNull();
});

// R34
test("a deactivated account is signed out, here and on the server", async () => {
  const { session, store, sync, backend, lastState, onDeactivated } = aSession(token(1));
  const stored = store.token;
  sync.mockResolvedValue({ ...LINH, isActive: false });
  await session.restore();
  expect(lastState()).toEqual({ kind: "signedOut" });
  expect(store.token).toBeNull();
  expect(backend.signOut).toHaveBeenCalledExactlyOnceWith(stored);
  expect(onDeactivated).toHaveBeenCalledOnce();
});

// R34
test("a sign-in to a deactivated account fails with that reason, reported once", async () => {
  const { session, store, sync, backend, onDeactivated } = aSession();
  sync.mockResolvedValue({ ...LINH, isActive: false });
  await expect(session.signIn({ email: "", password: "" })).rejects.toMatchObject({ code: "user-disabled" });
  expect(store.token).toBeNull();
  expect(backend.signOut).toHaveBeenCalledOnce();
  expect(onDeactivated).not.toHaveBeenCalled();
});

// R38
test.each([
  ["the network fails", new TypeError("Failed to fetch")],
  ["the server fails", refused(503)],
  ["the request does not arrive in time", refused(408)],
  ["there are too many requests", refused(429)],
])("if %s, the user is a viewer", async (_condition, error) => {
  const { session, sync, lastState } = aSession();
  sync.mockRejectedValue(error);
  await session.signIn({ email: "", password: "" });
  expect(lastState()).toMatchObject({ kind: "signedIn", user: { role: "viewer", firstName: "Linh" } });
  expect(logged.error).toHaveBeenCalledExactlyOnceWith("Error syncing user with backend", error);
});

// R38
test("a refused sync signs the user out", async () => {
  const { session, sync, lastState } = aSession(token(1));
  sync.mockRejectedValue(refused(403));
  await session.restore();
  expect(lastState()).toEqual({ kind: "signedOut" });
});

// R33
test("failures are logged and rethrown", async () => {
  const { session, backend } = aSession();
  backend.signIn.mockRejectedValue(refused(401));
  backend.signUp.mockRejectedValue(refused(422));
  backend.signOut.mockRejectedValue(refused(503));
  backend.requestPasswordReset.mockRejectedValue(refused(429));
  await expect(session.signIn({ email: "", password: "" })).rejects.toThrow("401");
  await expect(session.signUp({ firstName: "", lastName: "", email: "", password: "" })).rejects.toThrow(
    "422",
  );
  await expect(session.signOut()).rejects.toThrow("503");
  await expect(session.requestPasswordReset("")).rejects.toThrow("429");
  expect(logged.error.mock.calls.map(([message]) => message)).toEqual([
    "Sign-in failed",
    "Sign-up failed",
    "Sign-out failed",
    "Password reset failed",
  ]);
});

test("another tab's token of the same account changes nothing, its sign-out does", async () => {
  const { session, store, sync, lastState } = aSession(token(1));
  await session.restore();
  store.token = token(0);
  await session.handleTokenChange();
  expect(sync).toHaveBeenCalledOnce();
  store.token = null;
  await session.handleTokenChange();
  expect(lastState()).toEqual({ kind: "signedOut" });
});

test("a response that arrives after the sign-out is ignored", async () => {
  const { session, sync, lastState } = aSession(token(1));
  let respond = (_account: AccountResponse) => {};
  sync.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  const restoring = session.restore();
  await vi.waitFor(() => expect(sync).toHaveBeenCalled());
  await session.signOut();
  respond(LINH);
  await restoring;
  expect(lastState()).toEqual({ kind: "signedOut" });
});
