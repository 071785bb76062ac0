/** Texts of the notice banner, which only the server renders. */
export const bannerTexts = {
  label: "Notice",
  more: "Read more",
} as const;
