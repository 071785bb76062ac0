/** Analytics with Google Analytics. Nothing is loaded or sent without the traveler's consent (R7, R35, R83, R237). */

type Gtag = (command: "js" | "config" | "event", target: Date | string, parameters?: object) => void;

interface AnalyticsGlobals {
  gtag?: Gtag;
  dataLayer?: unknown[];
}

const analyticsGlobals = globalThis as AnalyticsGlobals & Record<string, unknown>;

/** The traveler's answer; `unknown` before hydration. */
export type ConsentStatus = "yes" | "no" | "unanswered" | "unknown";

const STORAGE_KEY = "karst.analytics";
const SCRIPT_URL = "https://www.googletagmanager.com/gtag/js";

/** The trimmed measurement id, or blank if it is invalid. The server validates the setting by the same pattern. */
export function parseMeasurementId(value: string): string {
  return /^[A-Z]{1,3}-[A-Z0-9-]{4,20}$/.test(value.trim()) ? value.trim() : "";
}

/** A store for the traveler's answer, persisted in this browser. */
export function createConsent(storage: () => Storage) {
  const listeners = new Set<() => void>();
  /** Without storage the answer is kept until the page is left. */
  let fallback: ConsentStatus = "unanswered";

  function current(): ConsentStatus {
    try {
      const answer = storage().getItem(STORAGE_KEY);
      return answer === "yes" || answer === "no" ? answer : "unanswered";
    } catch {
      return fallback;
    }
  }

  return {
    current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", listener);
      };
    },
    /** Stores an answer; `unanswered` asks again. */
    set(answer: Exclude<ConsentStatus, "unknown">): void {
      fallback = answer;
      try {
        if (answer === "unanswered") storage().removeItem(STORAGE_KEY);
        else storage().setItem(STORAGE_KEY, answer);
      } catch (error) {
        console.warn("failed to store the analytics consent", error);
      }
      for (const listener of listeners) listener();
    },
  };
}

export const consent = createConsent(() => localStorage);

/** Loads the script once and enables tracking. */
export function startAnalytics(id: string): void {
  analyticsGlobals[`ga-disable-${id}`] = false;
  if (analyticsGlobals.gtag) return;
  const queue: unknown[] = (analyticsGlobals.dataLayer ??= []);
  analyticsGlobals.gtag = function () {
    // The service accepts commands as `arguments` objects only, not as arrays.
    // eslint-disable-next-line prefer-rest-params
    queue.push(arguments);
  };
  analyticsGlobals.gtag("js", new Date());
  // Page views are tracked when the path changes; the script would track the first one twice.
  analyticsGlobals.gtag("config", id, { send_page_view: false });
  const script = document.createElement("script");
  script.async = true;
  script.src = `${SCRIPT_URL}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** Disables tracking, even if the script is loaded. */
export function stopAnalytics(id: string): void {
  analyticsGlobals[`ga-disable-${id}`] = true;
}

export function trackPageView(path: string): void {
  analyticsGlobals.gtag?.("event", "page_view", { page_path: path });
}

export function trackSignIn(event: "sign_up" | "login", method: string): void {
  analyticsGlobals.gtag?.("event", event, { event_category: "authentication", method });
}

export interface EventParameters {
  /** Engagement stays in the guide; a conversion leaves it for the place's website or booking. */
  category: "engagement" | "conversion";
  /** The name of the place. */
  label: string;
  value: number;
}

/** Tracks a saved place, a website visit or a booking. */
export function trackEvent(
  event: "favorite" | "visit_website" | "booking",
  { category, label, value }: EventParameters,
): void {
  analyticsGlobals.gtag?.("event", event, { event_category: category, event_label: label, value });
}
