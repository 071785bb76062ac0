import { expect, test } from "vitest";
import { aToken } from "./aToken";
import { backoffMs, parseClaims, msUntilRefresh, isTokenEvent, createTokenStore } from "../src/session/token";

const NOW = Date.parse("2026-07-01T08:00:00Z");
const MINUTE_MS = 60_000;

/** The time until a token of this age and remaining validity is due. */
const dueIn = (ageMinutes: number, leftMinutes: number) =>
  msUntilRefresh(
    aToken({ issuedAt: NOW - ageMinutes * MINUTE_MS, expiresAt: NOW + leftMinutes * MINUTE_MS }),
    NOW,
  );

// R40
test("a token is due 50 minutes after issue or 5 before expiry, whichever comes first", () => {
  expect(dueIn(0, 60)).toBe(50 * MINUTE_MS);
  expect(dueIn(49, 11)).toBe(MINUTE_MS);
  expect(dueIn(50, 10)).toBe(0);
  expect(dueIn(10, 15)).toBe(10 * MINUTE_MS);
  expect(dueIn(10, 5)).toBe(0);
  expect(dueIn(300, -240)).toBe(0);
});

test("an invalid token is due immediately", () => {
  for (const token of ["", "abc", "a.b.c", "a.e30.c", `a.${btoa('"text"')}.c`])
    expect(msUntilRefresh(token, NOW)).toBe(0);
});

// R41
test("a failed refresh is retried after 30 s, doubling to 960 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map((failures) => backoffMs(failures) / 1000)).toEqual([
    30, 60, 120, 240, 480, 960, 960, 960,
  ]);
});

test("claims with non-ASCII characters are decoded", () => {
  const token = aToken({
    issuedAt: NOW,
    expiresAt: NOW,
    extraClaims: { name: "Đặng Thị Hằng", picture: "" },
  });
  expect(parseClaims(token)).toMatchObject({ displayName: "Đặng Thị Hằng", photoURL: null, email: "" });
});

test("without storage the token is kept in memory", () => {
  const store = createTokenStore(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  store.set("token");
  expect(store.get()).toBe("token");
  store.set(null);
  expect(store.get()).toBeNull();
});

test("a storage event concerns the token by its key or when everything is cleared", () => {
  expect(["firebaseToken", null, "karst.console.session"].map((key) => isTokenEvent({ key }))).toEqual([
    true,
    true,
    false,
  ]);
});
