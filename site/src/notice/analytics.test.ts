import { afterEach, expect, test, vi } from "vitest";
import { countSignIn } from "./analytics";

afterEach(() => void vi.unstubAllGlobals());

test("row 35: sign_up and login are counted under authentication, with their method", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  countSignIn("sign_up", "email");
  countSignIn("login", "google");
  expect(gtag.mock.calls).toEqual([
    ["event", "sign_up", { event_category: "authentication", method: "email" }],
    ["event", "login", { event_category: "authentication", method: "google" }],
  ]);
});

test("without the analytics script nothing is sent", () => {
  expect(() => countSignIn("login", "email")).not.toThrow();
});
