/**
 * Counting visits with the region's analytics service, for those who agreed to it. Until then nothing is loaded and
 * nothing is sent. Source: rows 7 and 35, B37.
 */

type Gtag = (command: "js" | "config" | "event", what: Date | string, parameters?: object) => void;

interface Counted {
  gtag?: Gtag;
  dataLayer?: unknown[];
}

const counted = globalThis as Counted & Record<string, unknown>;

/** What the visitor said; `open`: nothing yet; `unknown`: the page is not in a browser yet. */
export type Answer = "yes" | "no" | "open" | "unknown";

const KEY = "karst.analytics";
const SERVICE = "https://www.googletagmanager.com/gtag/js";

/** The measurement id, if it is one; blank otherwise. The server reads it from the page, by the same rule. */
export function parseMeasurementId(typed: string): string {
  return /^[A-Z]{1,3}-[A-Z0-9-]{4,20}$/.test(typed.trim()) ? typed.trim() : "";
}

/** What the visitor said, remembered in this browser and told to all who listen. */
export function createConsent(storage: () => Storage) {
  const listeners = new Set<() => void>();
  /** For browsers that keep nothing: then it holds until the page is left. */
  let said: Answer = "open";

  function stored(): Answer {
    try {
      const answer = storage().getItem(KEY);
      return answer === "yes" || answer === "no" ? answer : "open";
    } catch {
      return said;
    }
  }

  return {
    current: stored,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", listener);
      };
    },
    /** Remembers an answer; `open` asks again. */
    say(answer: "yes" | "no" | "open"): void {
      said = answer;
      try {
        if (answer === "open") storage().removeItem(KEY);
        else storage().setItem(KEY, answer);
      } catch (error) {
        console.warn("The answer about analytics is not remembered", error);
      }
      for (const listener of listeners) listener();
    },
  };
}

/** This browser's. */
export const consent = createConsent(() => localStorage);

/** Loads the service's script, once, and lets it count. */
export function start(id: string): void {
  counted[`ga-disable-${id}`] = false;
  if (counted.gtag) return;
  const queue: unknown[] = (counted.dataLayer ??= []);
  counted.gtag = function () {
    // The service knows a command by its being an `arguments` object, and takes no array for one.
    // eslint-disable-next-line prefer-rest-params
    queue.push(arguments);
  };
  counted.gtag("js", new Date());
  // Pages are counted here, when the path changes: the script would count the first one a second time.
  counted.gtag("config", id, { send_page_view: false });
  const script = document.createElement("script");
  script.async = true;
  script.src = `${SERVICE}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** From now on nothing is sent, whatever was loaded before. */
export function stop(id: string): void {
  counted[`ga-disable-${id}`] = true;
}

/** Counts that somebody is on this page (row 7). */
export function trackPageView(path: string): void {
  counted.gtag?.("event", "page_view", { page_path: path });
}

/** Counts that somebody signed up or in (row 35). */
export function trackSignIn(event: "sign_up" | "login", method: string): void {
  counted.gtag?.("event", event, { event_category: "authentication", method });
}

export interface EventParameters {
  /** Engagement stays in the guide, a conversion leads on to the place. */
  category: "engagement" | "conversion";
  /** What it was about: the place's name. */
  label: string;
  value: number;
}

/** Counts that somebody saved a place, followed its website or a way to book it (row 83). */
export function trackEvent(
  event: "favorite" | "visit_website" | "booking",
  { category, label, value }: EventParameters,
): void {
  counted.gtag?.("event", event, { event_category: category, event_label: label, value });
}
