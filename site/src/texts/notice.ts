export const noticeTexts = {
  /** Screen readers announce it before a toast. */
  label: "Notification",
  region: "Notifications ({hotkey})",
  close: "Close notification",
  /** Before the id of a failed request. */
  request: "Request",
  analytics: {
    label: "Counting visits",
    text: "May we count which pages you visit? It helps us see what travelers look for. It takes a service of Google's, and nothing is loaded before you say yes.",
    yes: "Yes, count my visit",
    no: "No, thank you",
    change: "Counting visits",
  },
} as const;
