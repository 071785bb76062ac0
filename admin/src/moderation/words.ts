import type { Decision } from "../guestbook/shape";
import { texts } from "../texts";

const SAID: Record<Decision, string> = {
  approved: "approved",
  rejected: "rejected",
  spam: "marked as spam",
};

/** The words of the moderators' page. Those about entries are the guestbook's. */
export const words = {
  title: texts.moderation.title,
  lead: "Decide what appears. What you decide here can be undone for ten minutes.",
  tabs: {
    pending: "Pending",
    spam: "Spam Detected",
    approved: "Approved",
    rejected: "Rejected",
    comments: "Comments",
  },
  none: {
    pending: "No pending entries to review!",
    spam: "No spam detected!",
    approved: "No approved entries yet!",
    rejected: "No rejected entries.",
    comments: "No comments to review!",
  },
  noneText: {
    pending: "New entries appear here as soon as they are written.",
    spam: "What scores above 70% stays here until a moderator reviews it.",
    approved: "What you approve is in the guestbook at once.",
    rejected: "What you reject is kept here and appears nowhere.",
    comments: "Comments that look suspicious wait here; the others appear at once.",
  },
  queue: "Review queue",
  commentFailed: "Failed to fetch comments",
  under: (message: string) => `Under “${message}”`,
  notes: { label: "Moderation notes (optional)", of: (author: string) => `Moderation notes on ${author}` },
  last: {
    approved: (author: string) => `${author} was approved.`,
    rejected: (author: string) => `${author} was rejected.`,
    spam: (author: string) => `${author} was marked as spam.`,
    undo: "Undo",
  },
  many: {
    guestbook: (n: number, decision: Decision) => `${n} ${n === 1 ? "entry" : "entries"} ${SAID[decision]}`,
    comments: (n: number, decision: Decision) => `${n} ${n === 1 ? "comment" : "comments"} ${SAID[decision]}`,
    noted: (authors: string[]) =>
      `Nothing decided: a decision on several keeps no notes. Decide alone on ${authors.join(", ")}, or clear the note.`,
    failed: { guestbook: "Failed to moderate entries", comments: "Failed to moderate comments" },
  },
  keys: {
    j: "next",
    k: "previous",
    x: "select",
    a: "approve",
    r: "reject",
    s: "spam",
    e: "edit",
    n: "write a note",
    u: "undo",
  },
} as const;
