// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createConsent,
  parseMeasurementId,
  startAnalytics,
  stopAnalytics,
  trackEvent,
  trackPageView,
  trackSignIn,
} from "./analytics";

type AnalyticsGlobals = typeof globalThis & {
  gtag?: unknown;
  dataLayer?: IArguments[];
  [flag: `ga-disable-${string}`]: boolean;
};
const analyticsGlobals = globalThis as AnalyticsGlobals;
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);
const sentCommands = () => (analyticsGlobals.dataLayer ?? []).map((command) => [...command] as unknown[]);

beforeEach(() => {
  delete analyticsGlobals.gtag;
  delete analyticsGlobals.dataLayer;
  document.head.replaceChildren();
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

// R35
test("sign_up and login are tracked under authentication with their method", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  trackSignIn("sign_up", "email");
  trackSignIn("login", "google");
  expect(gtag.mock.calls).toEqual([
    ["event", "sign_up", { event_category: "authentication", method: "email" }],
    ["event", "login", { event_category: "authentication", method: "google" }],
  ]);
});

// R237
test("nothing is loaded or sent before analytics starts", () => {
  trackSignIn("login", "email");
  trackPageView("/explore");
  expect(scripts()).toEqual([]);
  expect(analyticsGlobals.dataLayer).toBeUndefined();
});

// R7
test("the script is loaded once with its measurement id, and each path is sent as page_path", () => {
  startAnalytics("G-4711ABC");
  trackPageView("/");
  startAnalytics("G-4711ABC");
  trackPageView("/explore");
  expect(scripts()).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-4711ABC"]);
  expect(sentCommands()).toEqual([
    ["js", expect.any(Date)],
    ["config", "G-4711ABC", { send_page_view: false }],
    ["event", "page_view", { page_path: "/" }],
    ["event", "page_view", { page_path: "/explore" }],
  ]);
  // The service accepts commands as `arguments` objects only.
  expect(Object.prototype.toString.call(analyticsGlobals.dataLayer?.[0])).toBe("[object Arguments]");
});

// R237
test("withdrawn consent disables tracking until consent is given again", () => {
  startAnalytics("G-4711ABC");
  stopAnalytics("G-4711ABC");
  expect(analyticsGlobals["ga-disable-G-4711ABC"]).toBe(true);
  startAnalytics("G-4711ABC");
  expect(analyticsGlobals["ga-disable-G-4711ABC"]).toBe(false);
});

test("an invalid measurement id is blank", () => {
  expect(["G-4711ABC", " UA-12345-1 "].map(parseMeasurementId)).toEqual(["G-4711ABC", "UA-12345-1"]);
  for (const typed of ["", "4711", 'G-1"><script>', "G-1&x=2", "javascript:alert(1)"])
    expect(parseMeasurementId(typed)).toBe("");
});

test("an answer is stored, listeners are notified, and it can be withdrawn", () => {
  const consent = createConsent(() => localStorage);
  const listener = vi.fn();
  const unsubscribe = consent.subscribe(listener);
  expect(consent.current()).toBe("unanswered");
  consent.set("yes");
  expect([consent.current(), createConsent(() => localStorage).current()]).toEqual(["yes", "yes"]);
  dispatchEvent(new StorageEvent("storage"));
  consent.set("unanswered");
  expect([consent.current(), listener.mock.calls.length]).toEqual(["unanswered", 3]);
  unsubscribe();
  consent.set("no");
  expect(listener).toHaveBeenCalledTimes(3);
});

test("without storage the answer is kept until the page is left", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const consent = createConsent(() => {
    throw new Error("blocked");
  });
  consent.set("no");
  expect(consent.current()).toBe("no");
});

// R83
test("a saved place and a website visit are tracked with category, label and value", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  trackEvent("favorite", { category: "engagement", label: "Phong Nha Cave", value: 1 });
  trackEvent("visit_website", { category: "conversion", label: "Nhà nghỉ Ánh Trăng", value: 1 });
  expect(gtag.mock.calls).toEqual([
    ["event", "favorite", { event_category: "engagement", event_label: "Phong Nha Cave", value: 1 }],
    ["event", "visit_website", { event_category: "conversion", event_label: "Nhà nghỉ Ánh Trăng", value: 1 }],
  ]);
});
