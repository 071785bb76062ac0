import type { MessageChanges, MessageResponse } from "@karst/client";
import { truncate } from "@karst/web/text";
import { textOrNull } from "../kit/typed";
import { words } from "./words";

export type MessageStatus = MessageResponse["status"];

/** What the desk may change of a message, as the form holds it. */
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

/** How the 24 hours of a message stand. */
export type Promise24 = "due" | "late" | "kept" | "missed" | "none";

/** Whether a message is answered in time, waits, or is late. What is closed or spam was promised nothing. */
export function promiseOf(
  { status, dueAt, answeredAt }: Pick<MessageResponse, "status" | "dueAt" | "answeredAt">,
  now_ms: number,
): Promise24 {
  if (status === "new") return Date.parse(dueAt) < now_ms ? "late" : "due";
  if (status !== "answered" || !answeredAt) return "none";
  return Date.parse(answeredAt) <= Date.parse(dueAt) ? "kept" : "missed";
}

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** `in 5 hours`, `20 minutes ago`: how far `time` is from now. */
export function distance(time: string, now_ms: number): string {
  const minutes = Math.trunc((Date.parse(time) - now_ms) / 60_000);
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  const hours = Math.trunc(minutes / 60);
  return Math.abs(hours) < 48
    ? relative.format(hours, "hour")
    : relative.format(Math.trunc(hours / 24), "day");
}

/** How many characters of a message an answer quotes: mail programs refuse very long addresses. */
const QUOTED = 1200;

/** An answer as a `mailto:` address: whom to, what about, and what was asked as a quotation. */
export function answerTo({ name, email, subject, message, createdAt }: MessageResponse): string {
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(Date.parse(createdAt));
  const quoted = truncate(message, QUOTED)
    .split(/\r?\n/)
    .map((line) => `> ${line}`);
  const body = [words.greeting(name), "", "", "", words.wrote(date), ...quoted].join("\r\n");
  const parts = { subject: words.subject(subject), body };
  // Not URLSearchParams: mail programs read a plus as a plus.
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?${query.join("&")}`;
}
