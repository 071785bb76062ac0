export const privacyTexts = {
  description: (brand: string) => `Terms of service and privacy policy of ${brand}.`,
  terms: "Terms of Service",
  policy: "Privacy Policy",
  updated: (date: string) => `Last updated ${date}`,
  questions: "Questions about these pages:",
} as const;
