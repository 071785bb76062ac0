import { isolateBidi } from "@/lib/bidi";
import { counted } from "@/lib/text";

export const guestbookTexts = {
  title: "Travelers' Guestbook",
  intro: (region: string) =>
    `What people who were here tell about ${region || "their visit"}, in their own words.`,
  count: (count: number) => counted(count, "entry", "entries"),
  none: "No entries yet",
  noneHint: "Be the first to tell others how it was.",
  add: "Add Your Experience",
  prompt: "Have you been here? Sign in to add your experience.",
  invite: "Have you been here? Others would like to know how it was.",
  signIn: "Sign In to Share",
  form: "Add your experience",
  submit: "Add to the guestbook",
  done: {
    title: "Your guestbook entry has been added!",
    text: "It appears here after review.",
  },
  failed: "Failed to create guestbook entry",
  failedText: "Please try again.",
  list: "Entries",
  read: "Read more",
  readOf: (author: string) => `from ${isolateBidi(author)}`,
  comments: (count: number) => counted(count, "comment"),
  older: "Show older entries",
  loadingOlder: "Loading...",
  olderList: "Older entries",
  olderFailed: "Older entries could not be loaded. Please try again.",
} as const;
