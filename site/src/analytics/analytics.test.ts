// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trackEvent, trackPageView, trackSignIn, createConsent, parseMeasurementId, start, stop } from "./analytics";

type Page = typeof globalThis & {
  gtag?: unknown;
  dataLayer?: IArguments[];
  [flag: `ga-disable-${string}`]: boolean;
};
const page = globalThis as Page;
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);
const sent = () => (page.dataLayer ?? []).map((command) => [...command] as unknown[]);

beforeEach(() => {
  delete page.gtag;
  delete page.dataLayer;
  document.head.replaceChildren();
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

test("row 35: sign_up and login are counted under authentication, with their method", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  trackSignIn("sign_up", "email");
  trackSignIn("login", "google");
  expect(gtag.mock.calls).toEqual([
    ["event", "sign_up", { event_category: "authentication", method: "email" }],
    ["event", "login", { event_category: "authentication", method: "google" }],
  ]);
});

test("B37: before the script is wanted nothing is loaded and nothing is sent", () => {
  trackSignIn("login", "email");
  trackPageView("/explore");
  expect(scripts()).toEqual([]);
  expect(page.dataLayer).toBeUndefined();
});

test("row 7: the script is loaded once by its measurement id, and each path is sent as page_path", () => {
  start("G-4711ABC");
  trackPageView("/");
  start("G-4711ABC");
  trackPageView("/explore");
  expect(scripts()).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-4711ABC"]);
  expect(sent()).toEqual([
    ["js", expect.any(Date)],
    ["config", "G-4711ABC", { send_page_view: false }],
    ["event", "page_view", { page_path: "/" }],
    ["event", "page_view", { page_path: "/explore" }],
  ]);
  // The service takes a command for one only as what a function was called with.
  expect(Object.prototype.toString.call(page.dataLayer?.[0])).toBe("[object Arguments]");
});

test("B37: who takes their yes back is not counted any more, until they say yes again", () => {
  start("G-4711ABC");
  stop("G-4711ABC");
  expect(page["ga-disable-G-4711ABC"]).toBe(true);
  start("G-4711ABC");
  expect(page["ga-disable-G-4711ABC"]).toBe(false);
});

test("what is no measurement id names no script", () => {
  expect(["G-4711ABC", " UA-12345-1 "].map(parseMeasurementId)).toEqual(["G-4711ABC", "UA-12345-1"]);
  for (const typed of ["", "4711", 'G-1"><script>', "G-1&x=2", "javascript:alert(1)"])
    expect(parseMeasurementId(typed)).toBe("");
});

test("an answer is remembered in this browser, told to its tabs, and can be taken back", () => {
  const consent = createConsent(() => localStorage);
  const heard = vi.fn();
  const stopListening = consent.subscribe(heard);
  expect(consent.current()).toBe("open");
  consent.say("yes");
  expect([consent.current(), createConsent(() => localStorage).current()]).toEqual(["yes", "yes"]);
  dispatchEvent(new StorageEvent("storage"));
  consent.say("open");
  expect([consent.current(), heard.mock.calls.length]).toEqual(["open", 3]);
  stopListening();
  consent.say("no");
  expect(heard).toHaveBeenCalledTimes(3);
});

test("where a browser keeps nothing the answer holds until the page is left", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const consent = createConsent(() => {
    throw new Error("blocked");
  });
  consent.say("no");
  expect(consent.current()).toBe("no");
});

test("row 83: a saved place and a followed website are counted with category, label and value", () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  trackEvent("favorite", { category: "engagement", label: "Phong Nha Cave", value: 1 });
  trackEvent("visit_website", { category: "conversion", label: "Nhà nghỉ Ánh Trăng", value: 1 });
  expect(gtag.mock.calls).toEqual([
    ["event", "favorite", { event_category: "engagement", event_label: "Phong Nha Cave", value: 1 }],
    ["event", "visit_website", { event_category: "conversion", event_label: "Nhà nghỉ Ánh Trăng", value: 1 }],
  ]);
});
