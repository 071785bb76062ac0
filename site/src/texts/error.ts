export const errorTexts = {
  title: "This page did not load",
  text: "Something went wrong on our side. What you were looking for is still there.",
  retry: "Try again",
  home: "Back to Home",
} as const;
