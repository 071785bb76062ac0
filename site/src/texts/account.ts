/** Texts about the session that every page may need, separate from those of the lazy sign-in dialog. */
export const accountTexts = {
  failed: { title: "Authentication error", text: "An error occurred during authentication" },
  deactivated: { title: "You have been signed out", text: "This account has been deactivated." },
  hello: (firstName: string) => `Hello ${firstName || "there"}...`,
} as const;
