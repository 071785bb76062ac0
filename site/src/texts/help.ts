export const helpTexts = {
  description: (brand: string) => `Answers about searching, saving, signing in and writing in ${brand}.`,
  questions: "Frequently asked questions",
  more: "Still need help?",
  promise: "We answer within 24 hours.",
  mail: "Write an email",
  form: "Use the contact form",
} as const;
