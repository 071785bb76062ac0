import { ApiError, ProviderError, type SignInConfigResponse } from "@karst/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBackendLoader } from "../src/session/backend";
import { createTokenRefresh } from "../src/session/refresh";
import { aToken } from "./aToken";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-07-01T08:00:00Z");
const token = (ageMinutes = 0) => aToken({ issuedAt: NOW - ageMinutes * MINUTE_MS });
const unauthorized = new ApiError(401, '{"title":"Unauthorized","status":401}', "");

function started(stored: string | null) {
  const store = { token: stored };
  const refresh = vi.fn(async (_stored: string | null) => ({ token: token() }));
  const onSessionOver = vi.fn(() => void (store.token = null));
  const onStore = vi.fn();
  const tokenRefresh = createTokenRefresh({
    tokens: { get: () => store.token, set: (next) => (store.token = next) },
    backend: async () => ({ refresh }),
    onStore,
    onSessionOver,
    now: () => NOW,
  });
  return { store, refresh, onStore, onSessionOver, tokenRefresh };
}

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// R40
test("a recent token is used as it is, an old one is refreshed first", async () => {
  const recent = started(token(49));
  expect(await recent.tokenRefresh.token()).toBe(token(49));
  expect(recent.refresh).not.toHaveBeenCalled();
  const old = started(token(51));
  expect(await old.tokenRefresh.token()).toBe(token());
  expect(old.refresh).toHaveBeenCalledExactlyOnceWith(token(51));
  expect(old.onStore).toHaveBeenCalledExactlyOnceWith({ token: token() });
  expect(old.store.token).toBe(token());
});

// R40
test("a token that cannot be refreshed is used as it is, with a warning", async () => {
  const { tokenRefresh, refresh } = started(token(51));
  refresh.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await tokenRefresh.token()).toBe(token(51));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    "Could not refresh token, using stored token",
    expect.any(TypeError),
  );
});

// R34
test.each([unauthorized, new ProviderError("user-token-expired")])("%s ends the session", async (error) => {
  const { tokenRefresh, refresh, onSessionOver } = started(token(51));
  refresh.mockRejectedValue(error);
  expect(await tokenRefresh.token()).toBeNull();
  expect(onSessionOver).toHaveBeenCalledOnce();
});

test("concurrent calls refresh the token once", async () => {
  const { tokenRefresh, refresh } = started(token(51));
  await Promise.all([tokenRefresh.token(), tokenRefresh.token(), tokenRefresh.token()]);
  expect(refresh).toHaveBeenCalledOnce();
});

test("a token that another tab stored during the wait for the lock is used", async () => {
  const { tokenRefresh, refresh, store } = started(token(51));
  const request = vi.fn((_name: string, run: () => Promise<unknown>) => {
    store.token = token(1);
    return run();
  });
  vi.stubGlobal("navigator", { locks: { request } });
  expect(await tokenRefresh.token()).toBe(token(1));
  expect(request).toHaveBeenCalledExactlyOnceWith("karst.refresh", expect.any(Function));
  expect(refresh).not.toHaveBeenCalled();
});

test("a sign-out during the refresh is not undone by its new token", async () => {
  const { tokenRefresh, refresh, store, onStore } = started(token(51));
  refresh.mockImplementation(async () => {
    store.token = null;
    return { token: token() };
  });
  expect(await tokenRefresh.token()).toBeNull();
  expect(store.token).toBeNull();
  expect(onStore).not.toHaveBeenCalled();
});

// R42
test("the provider is set up once, and again after a failure", async () => {
  const fetchConfig = vi.fn(async () => ({ provider: "builtin" }) as SignInConfigResponse);
  fetchConfig.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const firebase = vi.fn();
  const load = createBackendLoader(fetchConfig, { builtin: async () => "builtin", firebase });
  expect(fetchConfig).not.toHaveBeenCalled();
  await expect(load()).rejects.toThrow("Failed to fetch");
  const [first, second] = await Promise.all([load(), load()]);
  expect(first).toMatchObject({ config: { provider: "builtin" }, backend: "builtin" });
  expect(second).toBe(first);
  expect(fetchConfig).toHaveBeenCalledTimes(2);
  expect(firebase, "Firebase's library is loaded only if the guide uses it").not.toHaveBeenCalled();
});
