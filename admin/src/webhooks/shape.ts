import type { WebhookRequest, WebhookResponse } from "@karst/client";

/** The types of events, in the order of the form. */
export const EVENTS = [
  "place.upsert",
  "place.delete",
  "article.upsert",
  "article.delete",
  "category.upsert",
  "category.delete",
  "page.upsert",
  "settings.upsert",
] as const satisfies readonly WebhookResponse["events"][number][];

/** The values of the form of a webhook. */
export interface WebhookText {
  url: string;
  description: string;
  events: WebhookResponse["events"];
  isActive: boolean;
}

/** The form values of a webhook; those of a new one without it, with all events. */
export function toText(webhook?: Partial<WebhookResponse>): WebhookText {
  return {
    url: webhook?.url ?? "",
    description: webhook?.description ?? "",
    events: EVENTS.filter((event) => webhook?.events?.includes(event) ?? true),
    isActive: webhook?.isActive ?? true,
  };
}

/** The request that creates a webhook with these values. */
export function toRequest({ url, description, events }: WebhookText): WebhookRequest {
  return { url: url.trim(), description: description.trim(), events };
}

/** The request that changes a webhook to these values. */
export const toChanges = (text: WebhookText) => ({ ...toRequest(text), isActive: text.isActive });

/** The name of a webhook: its description, or its address. */
export const nameOf = ({ description, url }: Pick<WebhookResponse, "description" | "url">): string =>
  description || url;

/** The state of a webhook in one word. */
export function stateOf({
  isActive,
  disabledReason,
  failingSince,
}: Pick<WebhookResponse, "isActive" | "disabledReason" | "failingSince">) {
  if (isActive) return failingSince ? "failing" : "active";
  return disabledReason === "failing" ? "disabled" : (disabledReason ?? "inactive");
}
