export const noticeTexts = {
  /** What screen readers say before a notice. */
  label: "Notification",
  region: "Notifications ({hotkey})",
  close: "Close notification",
  /** Before the id of a call that failed. */
  request: "Request",
  analytics: {
    label: "Counting visits",
    text: "May we count which pages you visit? It helps us see what travelers look for. It takes a service of Google's, and nothing is loaded before you say yes.",
    yes: "Yes, count my visit",
    no: "No, thank you",
    again: "Counting visits",
  },
} as const;
