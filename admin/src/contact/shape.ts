import type { MessageChanges, MessageResponse } from "@karst/client";
import { currentLocale } from "@karst/web/messages";
import { textOrNull } from "../kit/typed";
import { t } from "../messages/contact.gen";
import { truncate } from "@karst/web/text";

export type MessageStatus = MessageResponse["status"];

/** The values of the form of a message. */
export interface MessageText {
  status: MessageStatus;
  note: string;
}

export const toText = (message: Partial<MessageResponse>): MessageText => ({
  status: message.status ?? "new",
  note: message.note ?? "",
});

export const toChanges = (text: MessageText): MessageChanges => ({
  status: text.status,
  note: textOrNull(text.note),
});

/** Whether a message is answered within the promised 24 hours. */
export type ResponseStatus = "due" | "overdue" | "onTime" | "late" | "none";

/** The response status of a message. Closed messages and spam need no answer. */
export function responseStatus(
  { status, dueAt, answeredAt }: Pick<MessageResponse, "status" | "dueAt" | "answeredAt">,
  nowMs: number,
): ResponseStatus {
  if (status === "new") return Date.parse(dueAt) < nowMs ? "overdue" : "due";
  if (status !== "answered" || !answeredAt) return "none";
  return Date.parse(answeredAt) <= Date.parse(dueAt) ? "onTime" : "late";
}

/** `in 5 hours`, `20 minutes ago` */
export function formatTimeFromNow(time: string, nowMs: number): string {
  const relative = new Intl.RelativeTimeFormat(currentLocale(), { numeric: "always" });
  const minutes = Math.trunc((Date.parse(time) - nowMs) / 60_000);
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  const hours = Math.trunc(minutes / 60);
  return Math.abs(hours) < 48
    ? relative.format(hours, "hour")
    : relative.format(Math.trunc(hours / 24), "day");
}

/** How many characters of a message an answer quotes, because email apps reject very long URLs. */
const MAX_QUOTED = 1200;

/** The `mailto:` URL of an answer, with recipient, subject and the quoted message. */
export function answerUrl({ name, email, subject, message, createdAt }: MessageResponse): string {
  const date = new Intl.DateTimeFormat(currentLocale(), { dateStyle: "long" }).format(Date.parse(createdAt));
  const quoted = truncate(message, MAX_QUOTED)
    .split(/\r?\n/)
    .map((line) => `> ${line}`);
  const body = [t("email.greeting", { name }), "", "", "", t("email.quote", { date }), ...quoted].join(
    "\r\n",
  );
  const parts = { subject: t("email.subject", { subject }), body };
  // Not URLSearchParams, which encodes spaces as plus signs that email apps show.
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?${query.join("&")}`;
}
