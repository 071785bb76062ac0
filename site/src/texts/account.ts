/** What any page may have to say of who is signed in, before the dialog is there. */
export const accountTexts = {
  failed: { title: "Authentication error", text: "An error occurred during authentication" },
  deactivated: { title: "You have been signed out", text: "This account has been deactivated." },
  hello: (firstName: string) => `Hello ${firstName || "there"}...`,
} as const;
