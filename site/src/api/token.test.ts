import { expect, test } from "vitest";
import { aToken } from "./aToken.fixture";
import { backoffMs, parseClaims, msUntilRefresh, isTokenEvent, createTokenStore } from "./token";

const NOW = Date.parse("2026-07-01T08:00:00Z");
const MINUTE_MS = 60_000;

/** When a token of so many minutes' age, good for so many more, is due. */
const dueIn = (ageMinutes: number, leftMinutes: number) =>
  msUntilRefresh(aToken({ issuedAt: NOW - ageMinutes * MINUTE_MS, endsAt: NOW + leftMinutes * MINUTE_MS }), NOW);

test("row 40: a token is due at 50 minutes, or 5 minutes before its end, whichever comes first", () => {
  expect(dueIn(0, 60)).toBe(50 * MINUTE_MS);
  expect(dueIn(49, 11)).toBe(MINUTE_MS);
  expect(dueIn(50, 10)).toBe(0);
  expect(dueIn(10, 15)).toBe(10 * MINUTE_MS);
  expect(dueIn(10, 5)).toBe(0);
  expect(dueIn(300, -240)).toBe(0);
});

test("what is no token is due at once", () => {
  for (const token of ["", "abc", "a.b.c", "a.e30.c", `a.${btoa('"text"')}.c`])
    expect(msUntilRefresh(token, NOW)).toBe(0);
});

test("row 41: a failed refresh is tried again after 30 s, doubling to 960 s", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map((failures) => backoffMs(failures) / 1000)).toEqual([
    30, 60, 120, 240, 480, 960, 960, 960,
  ]);
});

test("claims are read whatever letters they have", () => {
  const token = aToken({ issuedAt: NOW, endsAt: NOW, more: { name: "Đặng Thị Hằng", picture: "" } });
  expect(parseClaims(token)).toMatchObject({ displayName: "Đặng Thị Hằng", photoURL: null, email: "" });
});

test("a page without storage keeps the token itself", () => {
  const store = createTokenStore(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  store.keep("token");
  expect(store.held()).toBe("token");
  store.keep(null);
  expect(store.held()).toBeNull();
});

test("only the token's own key, or everything at once, concerns it", () => {
  expect(["firebaseToken", null, "karst.console.session"].map((key) => isTokenEvent({ key }))).toEqual([
    true,
    true,
    false,
  ]);
});
