import { isolateBidi } from "@/lib/bidi";

export const likesTexts = {
  /** The label of the heart; its state is in `aria-pressed`. */
  save: (name: string) => `Save ${isolateBidi(name)}`,
  signIn: { title: "Please sign in", text: "You need to be signed in to like businesses" },
  failed: { title: "Error", text: "Failed to update favorite" },
} as const;
