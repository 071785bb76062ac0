export const aboutTexts = {
  description: (brand: string) => `What ${brand} is for, how it came to be, and what is planned.`,
  values: "Our values",
  start: "Start Exploring",
  contact: "Get In Touch",
} as const;
