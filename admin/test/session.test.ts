import { ApiError, type SignInConfigResponse } from "@karst/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aToken } from "../../cms/web/test/aToken";
import { createSession, type ConsoleBackend } from "../src/identity/session";
import { anAccount } from "./things";

const MINUTE = 60_000;
const ENTERED = { email: "linh@example.org", password: "secret" };
let now = Date.parse("2026-11-21T10:00:00Z");

function unauthorized(): ApiError {
  return new ApiError(
    401,
    JSON.stringify({ title: "Unauthorized", status: 401, detail: "Please sign in" }),
    "",
  );
}

const token = (subject: string) => aToken({ subject, issuedAt: now });
const result = (subject: string, user = anAccount()) => ({ token: token(subject), user });

/** A session with a mocked backend, at a clock that stands still. */
function started() {
  const calls = {
    signIn: vi.fn<ConsoleBackend["signIn"]>(async () => result("first")),
    refresh: vi.fn<ConsoleBackend["refresh"]>(async () => result("second")),
    signOut: vi.fn(async () => undefined),
    profile: vi.fn(async () => ({ lacksRequiredSecondFactor: false })),
  };
  const config = { provider: "builtin" } as SignInConfigResponse;
  const loadBackend = async () => ({ config, backend: calls });
  return { calls, session: createSession({ loadBackend, profile: calls.profile }, () => now) };
}

beforeEach(() => {
  now = Date.parse("2026-11-21T10:00:00Z");
});

describe("a session", () => {
  it("keeps the token where the site finds it, and uses it while it is fresh", async () => {
    const { calls, session } = started();
    const first = token("first");
    await session.signIn(ENTERED);
    now += 49 * MINUTE;
    expect((await session.current())?.token).toBe(first);
    expect(localStorage.getItem("firebaseToken")).toBe(first);
    expect(calls.refresh).not.toHaveBeenCalled();
  });

  it("refreshes a token older than 50 minutes, once for all who ask at the same time", async () => {
    const { calls, session } = started();
    await session.signIn(ENTERED);
    now += 51 * MINUTE;
    const held = await Promise.all([session.current(), session.current(), session.current()]);
    expect(held.map((one) => one?.token)).toEqual(Array(3).fill(token("second")));
    expect(calls.refresh).toHaveBeenCalledTimes(1);
  });

  it("refreshes within 5 minutes of the end, however new the token is", async () => {
    const { calls, session } = started();
    const short = aToken({ issuedAt: now, expiresAt: now + 4 * MINUTE });
    calls.signIn.mockResolvedValueOnce({ token: short, user: anAccount() });
    await session.signIn(ENTERED);
    expect((await session.current())?.token).toBe(token("second"));
  });

  it("lasts as long as the page if the browser has no storage", async () => {
    const disabled = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("Storage is disabled", "SecurityError");
    });
    const { session } = started();
    await session.signIn(ENTERED);
    expect(await session.current()).toMatchObject({ token: token("first"), user: anAccount() });
    session.forget();
    expect(await session.current()).toBeNull();
    disabled.mockRestore();
  });

  it("asks who a token speaks for that the site has kept", async () => {
    const { session } = started();
    localStorage.setItem("firebaseToken", token("site"));
    expect((await session.current())?.user.email).toBe("linh@example.org");
  });

  it("takes up a session that only the cookie holds, and asks for it once", async () => {
    const { calls, session } = started();
    calls.refresh.mockRejectedValue(unauthorized());
    expect(await session.current()).toBeNull();
    expect(await session.current()).toBeNull();
    expect(calls.refresh).toHaveBeenCalledTimes(1);
  });

  it("ends when the server says so", async () => {
    const { calls, session } = started();
    await session.signIn(ENTERED);
    calls.refresh.mockRejectedValue(unauthorized());
    now += 51 * MINUTE;
    expect(await session.current()).toBeNull();
    expect(localStorage.getItem("firebaseToken")).toBeNull();
  });

  it("stays while the server cannot be reached", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { calls, session } = started();
    const first = token("first");
    await session.signIn(ENTERED);
    calls.refresh.mockRejectedValue(new TypeError("Failed to fetch"));
    now += 51 * MINUTE;
    expect(await session.current()).toMatchObject({ token: first, user: anAccount() });
  });

  it("signs out here even when the server cannot be reached", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { calls, session } = started();
    await session.signIn(ENTERED);
    calls.signOut.mockRejectedValue(new TypeError("Failed to fetch"));
    await session.signOut();
    expect(localStorage.getItem("firebaseToken")).toBeNull();
    expect(calls.signOut).toHaveBeenCalledWith(token("first"));
  });

  it("hands the code on, and knows of staff whether they owe a second factor", async () => {
    const { calls, session } = started();
    calls.profile.mockResolvedValueOnce({ lacksRequiredSecondFactor: true });
    await session.signIn({ ...ENTERED, code: "081804" });
    expect(calls.signIn).toHaveBeenCalledWith({ ...ENTERED, code: "081804" });
    expect(calls.profile).toHaveBeenCalledWith(token("first"));
    expect((await session.current())?.user.lacksRequiredSecondFactor).toBe(true);
  });

  it("asks no traveler for a second factor", async () => {
    const { calls, session } = started();
    calls.signIn.mockResolvedValueOnce(result("first", anAccount({ role: "viewer" })));
    await session.signIn(ENTERED);
    expect(calls.profile).not.toHaveBeenCalled();
  });

  it("begins although the profile cannot be read", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { calls, session } = started();
    calls.profile.mockRejectedValue(new TypeError("Failed to fetch"));
    await session.signIn(ENTERED);
    expect((await session.current())?.user).toEqual(anAccount());
  });

  it("keeps what was saved of the account", async () => {
    const { session } = started();
    await session.signIn(ENTERED);
    session.amend({ firstName: "Mai" });
    expect(await session.current()).toMatchObject({ user: { firstName: "Mai", lastName: "Tran" } });
  });

  it("amends nobody when nobody is signed in", async () => {
    const { session } = started();
    session.amend({ firstName: "Mai" });
    expect(localStorage.length).toBe(0);
  });
});
