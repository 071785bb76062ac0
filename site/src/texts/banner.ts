/** Words above every page that its scripts do not need. */
export const bannerTexts = {
  label: "Notice",
  more: "Read more",
} as const;
